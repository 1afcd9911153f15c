import { Refusal } from '../wire/refusal';
import type { Aftereffect, BankAnswer, CardBehaviour } from './method-types';

export interface TestCard extends CardBehaviour {
  readonly number: string;
  readonly brand: 'visa' | 'mastercard' | 'amex';
  readonly country: string;
  /** The ids of Stripe's ready-made payment methods for this card. */
  readonly methods: readonly string[];
  /** The card's outcome, shown in the card form and in the inspector. */
  readonly about: string;
}

type Approved = Extract<BankAnswer, { kind: 'approved' }>;
const approved = (parts: Partial<Approved> = {}): BankAnswer => ({
  kind: 'approved',
  risk: 'normal',
  cvcCheck: 'pass',
  later: 'nothing',
  availableAtOnce: false,
  ...parts,
});
const later = (effect: Aftereffect) => approved({ later: effect });
const declined = (
  code: Extract<BankAnswer, { kind: 'declined' }>['code'],
  declineCode: string | null = null,
): BankAnswer => ({ kind: 'declined', code, declineCode });
const cardDeclined = (declineCode: string) => declined('card_declined', declineCode);

const visa = (
  number: string,
  about: string,
  methods: readonly string[],
  bank: BankAnswer,
  authentication: CardBehaviour['authentication'] = 'none',
): TestCard => ({ number, brand: 'visa', country: 'US', methods, about, bank, authentication });

/** The numbers, ids and outcomes of https://docs.stripe.com/testing. */
export const TEST_CARDS: readonly TestCard[] = [
  visa('4242424242424242', 'succeeds', ['pm_card_visa', 'pm_card_us'], approved()),
  {
    ...visa('5555555555554444', 'succeeds (Mastercard)', ['pm_card_mastercard'], approved()),
    brand: 'mastercard',
  },
  { ...visa('378282246310005', 'succeeds (American Express)', ['pm_card_amex'], approved()), brand: 'amex' },
  visa(
    '4000000000000002',
    'is declined',
    ['pm_card_chargeDeclined', 'pm_card_visa_chargeDeclined'],
    cardDeclined('generic_decline'),
  ),
  {
    ...visa(
      '4000000000000341',
      'can be saved, and is declined when it is charged',
      ['pm_card_chargeCustomerFail'],
      cardDeclined('generic_decline'),
    ),
    offSession: 'fails',
  },
  visa(
    '4000000000009995',
    'is declined: insufficient funds',
    ['pm_card_chargeDeclinedInsufficientFunds', 'pm_card_visa_chargeDeclinedInsufficientFunds'],
    cardDeclined('insufficient_funds'),
  ),
  visa(
    '4000000000009987',
    'is declined: lost card',
    ['pm_card_visa_chargeDeclinedLostCard'],
    cardDeclined('lost_card'),
  ),
  visa(
    '4000000000009979',
    'is declined: stolen card',
    ['pm_card_visa_chargeDeclinedStolenCard'],
    cardDeclined('stolen_card'),
  ),
  visa(
    '4000000000000069',
    'is declined: expired card',
    ['pm_card_chargeDeclinedExpiredCard'],
    declined('expired_card'),
  ),
  visa(
    '4000000000000127',
    'is declined: wrong security code',
    ['pm_card_chargeDeclinedIncorrectCvc'],
    declined('incorrect_cvc'),
  ),
  visa(
    '4000000000000119',
    'is declined: processing error',
    ['pm_card_chargeDeclinedProcessingError'],
    declined('processing_error'),
  ),
  visa(
    '4000000000006975',
    'is declined: too many payments',
    ['pm_card_visa_chargeDeclinedVelocityLimitExceeded'],
    cardDeclined('card_velocity_exceeded'),
  ),
  visa('4100000000000019', 'is always blocked', ['pm_card_radarBlock'], { kind: 'blocked' }),
  visa('4000000000004954', 'has the highest risk and is blocked', ['pm_card_riskLevelHighest'], {
    kind: 'blocked',
  }),
  visa(
    '4000000000009235',
    'succeeds with elevated risk',
    ['pm_card_riskLevelElevated'],
    approved({ risk: 'elevated' }),
  ),
  visa(
    '4000000000000101',
    'succeeds, its security code check fails',
    ['pm_card_cvcCheckFail'],
    approved({ cvcCheck: 'fail' }),
  ),
  visa('4000000000003220', 'asks for 3-D Secure', ['pm_card_threeDSecure2Required'], approved(), 'challenge'),
  visa(
    '4000002500003155',
    'asks for 3-D Secure unless set up',
    ['pm_card_authenticationRequiredOnSetup'],
    approved(),
    'challenge',
  ),
  {
    ...visa(
      '4000002760003184',
      'always asks for 3-D Secure',
      ['pm_card_authenticationRequired'],
      approved(),
      'challenge',
    ),
    offSession: 'asks',
  },
  visa(
    '4000008260003178',
    'asks for 3-D Secure, then insufficient funds',
    ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds'],
    cardDeclined('insufficient_funds'),
    'challenge',
  ),
  visa(
    '4000008400001629',
    'asks for 3-D Secure, then is declined',
    ['pm_card_threeDSecureRequiredChargeDeclined'],
    cardDeclined('generic_decline'),
    'challenge',
  ),
  visa(
    '4000008400001280',
    'needs 3-D Secure, but its bank does not answer',
    ['pm_card_threeDSecureRequiredProcessingError'],
    cardDeclined('generic_decline'),
    'lookup-error',
  ),
  visa(
    '4000000032200000',
    'passes 3-D Secure without a challenge',
    ['pm_card_threeDSecure2Frictionless'],
    approved(),
    'frictionless',
  ),
  visa(
    '4000000000003055',
    'supports 3-D Secure, but it is not used',
    ['pm_card_threeDSecureOptional'],
    approved(),
  ),
  visa(
    '4000000000000259',
    'succeeds, then disputed as fraudulent',
    ['pm_card_createDispute'],
    later('fraud-dispute'),
  ),
  visa(
    '4000000000002685',
    'succeeds, then disputed as not received',
    ['pm_card_createDisputeProductNotReceived'],
    later('not-received-dispute'),
  ),
  visa(
    '4000000000001976',
    'succeeds, then a dispute inquiry',
    ['pm_card_createDisputeInquiry'],
    later('inquiry'),
  ),
  visa(
    '4000000000005423',
    'succeeds, then an early fraud warning',
    ['pm_card_createIssuerFraudRecord'],
    later('early-fraud-warning'),
  ),
  visa(
    '4000000000007726',
    'succeeds, refunds start as pending',
    ['pm_card_pendingRefund'],
    later('refund-pending-first'),
  ),
  visa(
    '4000000000005126',
    'succeeds, refunds fail later',
    ['pm_card_refundFail'],
    later('refund-fails-later'),
  ),
  visa(
    '4000000000000077',
    'succeeds, funds available at once',
    ['pm_card_bypassPending'],
    approved({ availableAtOnce: true }),
  ),
  {
    ...visa(
      '4000003720000278',
      'succeeds, funds available at once (international)',
      ['pm_card_bypassPendingInternational'],
      approved({ availableAtOnce: true }),
    ),
    country: 'IE',
  },
];

const byNumber = new Map(TEST_CARDS.map((card) => [card.number, card]));
const byMethod = new Map(TEST_CARDS.flatMap((card) => card.methods.map((method) => [method, card] as const)));

export const findCardByNumber = (number: string): TestCard | undefined => byNumber.get(number);
export const findCardByMethod = (method: string): TestCard | undefined => byMethod.get(method);

/** A card as a form sends it. */
interface CardEntry {
  readonly number: string;
  readonly exp_month: number;
  /** Four digits, or the last two of them. */
  readonly exp_year: number;
  readonly cvc: string;
}

interface ReadCard {
  readonly card: TestCard;
  readonly expMonth: number;
  readonly expYear: number;
}

const cardRefusal = (code: string, message: string, param: string): Refusal =>
  new Refusal(402, { type: 'card_error', code, message, param });

function passesLuhn(number: string): boolean {
  const sum = Array.from(number)
    .reverse()
    .reduce((total, digit, index) => {
      const duplicates = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (duplicates > 9 ? duplicates - 9 : duplicates);
    }, 0);
  return number.length >= 12 && sum % 10 === 0;
}

/**
 * Accepts only Stripe's test numbers, because a sandbox must never take a real card. No message contains the number.
 */
export function readCard(entry: CardEntry, now: Date): ReadCard {
  const number = entry.number.replaceAll(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    throw cardRefusal('incorrect_number', 'Your card number is incorrect.', 'number');
  const card = findCardByNumber(number);
  if (!card)
    throw cardRefusal(
      'card_declined',
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://docs.stripe.com/testing.',
      'number',
    );
  const { exp_month: expMonth, exp_year: given } = entry;
  if (expMonth < 1 || expMonth > 12)
    throw cardRefusal('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  const expYear = given < 100 ? 2000 + given : given;
  const months = (expYear - now.getUTCFullYear()) * 12 + expMonth - 1 - now.getUTCMonth();
  if (months < 0 || months > 50 * 12)
    throw cardRefusal('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  const digits = card.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  if (!digits.test(entry.cvc))
    throw cardRefusal('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  return { card, expMonth, expYear };
}
