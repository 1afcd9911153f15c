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
  /** The code in an email's link, or the session of a text message's code. */
  id: v.string(),
  to: v.string(),
  /** Epoch milliseconds. */
  sentAt: v.number(),
};

/** A message that the hosted service would send to a person. */
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
  'verify-address': 'Confirm this email address',
  'reset-password': 'Choose a new password',
  'sign-in': 'Sign in with this link',
  'change-address': 'Confirm the new email address',
  'recover-address': 'Restore the old email address',
  other: 'Open the link',
};

/** The label of an email's link. */
export const askOf = (purpose: MailPurpose): string => purposes[purpose];
