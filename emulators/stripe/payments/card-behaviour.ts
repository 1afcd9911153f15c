/** The bank's answer to an authorization. */
export type BankAnswer =
  | {
      readonly kind: 'approved';
      readonly risk: 'normal' | 'elevated';
      readonly cvcCheck: 'pass' | 'fail';
      readonly later: Aftereffect;
      readonly availableAtOnce: boolean;
    }
  | {
      readonly kind: 'declined';
      readonly code: 'card_declined' | 'expired_card' | 'incorrect_cvc' | 'processing_error';
      readonly declineCode: string | null;
    }
  | { readonly kind: 'blocked' };

/** What happens later to a successful charge. */
export type Aftereffect =
  | 'nothing'
  | 'fraud-dispute'
  | 'not-received-dispute'
  | 'inquiry'
  | 'early-fraud-warning'
  | 'refund-pending-first'
  | 'refund-fails-later';

/** `lookup-error`: the card requires authentication, but its bank does not answer. */
export type Authentication = 'none' | 'frictionless' | 'challenge' | 'lookup-error';

export interface CardBehaviour {
  readonly authentication: Authentication;
  readonly bank: BankAnswer;
  /** What differs when the saved card is charged without its owner. Absent: a confirmed card is not asked again. */
  readonly offSession?: 'asks' | 'fails';
}
