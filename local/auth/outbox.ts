import type { AgentProjectState } from 'firebase-tools/lib/emulator/auth/state.js';

/** What the hosted service would have sent to a person. */
export type AuthMessage =
  | { readonly kind: 'mail'; readonly to: string; readonly purpose: MailPurpose; readonly link: string }
  | { readonly kind: 'text'; readonly to: string; readonly code: string };

export type MailPurpose = 'verify-address' | 'reset-password' | 'sign-in' | 'change-address' | 'other';

function purposeOf(requestType: string): MailPurpose {
  switch (requestType) {
    case 'VERIFY_EMAIL':
      return 'verify-address';
    case 'PASSWORD_RESET':
      return 'reset-password';
    case 'EMAIL_SIGNIN':
      return 'sign-in';
    case 'VERIFY_AND_CHANGE_EMAIL':
      return 'change-address';
    default:
      return 'other';
  }
}

/** Reports every message once; those that were there before are old news. */
export function newMessages(state: AgentProjectState): { next(): readonly AuthMessage[] } {
  const seen = new Set<string>([...state.oobs.keys(), ...state.verificationCodes.keys()]);
  const isNew = (id: string): boolean => !seen.has(id) && Boolean(seen.add(id));
  return {
    next() {
      const mails = [...state.oobs.values()]
        .filter(({ oobCode }) => isNew(oobCode))
        .map(({ email, requestType, oobLink }): AuthMessage => ({
          kind: 'mail',
          to: email,
          purpose: purposeOf(requestType),
          link: oobLink,
        }));
      const texts = [...state.verificationCodes.values()]
        .filter(({ sessionInfo }) => isNew(sessionInfo))
        .map(({ phoneNumber, code }): AuthMessage => ({ kind: 'text', to: phoneNumber, code }));
      return [...mails, ...texts];
    },
  };
}
