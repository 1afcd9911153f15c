import * as v from 'valibot';

export const mailPurposes = [
  'verify-address',
  'reset-password',
  'sign-in',
  'change-address',
  'recover-address',
  'other',
] as const;
export type MailPurpose = (typeof mailPurposes)[number];

const sent = {
  /** The code in a mail's link; the session that a text message's code belongs to. */
  id: v.string(),
  to: v.string(),
  /** Epoch milliseconds. */
  sentAt: v.number(),
};

/** What the hosted service would have sent to a person. */
export const authMessage = v.variant('kind', [
  v.object({ kind: v.literal('mail'), ...sent, purpose: v.picklist(mailPurposes), link: v.string() }),
  v.object({ kind: v.literal('text'), ...sent, code: v.string() }),
]);
export type AuthMessage = v.InferOutput<typeof authMessage>;

export function purposeOf(requestType: string): MailPurpose {
  switch (requestType) {
    case 'VERIFY_EMAIL':
      return 'verify-address';
    case 'PASSWORD_RESET':
      return 'reset-password';
    case 'EMAIL_SIGNIN':
      return 'sign-in';
    case 'VERIFY_AND_CHANGE_EMAIL':
      return 'change-address';
    case 'RECOVER_EMAIL':
      return 'recover-address';
    default:
      return 'other';
  }
}

const purposes: Readonly<Record<MailPurpose, string>> = {
  'verify-address': 'Confirm this address',
  'reset-password': 'Choose a new password',
  'sign-in': 'Sign in with this link',
  'change-address': 'Confirm the new address',
  'recover-address': 'Take the old address back',
  other: 'Open the link',
};

/** What a mail asks of the person who reads it. */
export const askOf = (purpose: MailPurpose): string => purposes[purpose];
