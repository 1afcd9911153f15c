/** Expected failures of signing in, and of calls that need a sign-in; problem-codes.ts has the others. */
export const signInProblems = {
  'sign-in-required': {
    status: 401,
    title: 'Sign-in required',
    detail: 'Please sign in again. Your changes are saved.',
    fix: 'Send a current Firebase ID token as `Authorization: Bearer …`.',
  },
  'recent-sign-in-required': {
    status: 401,
    title: 'Recent sign-in required',
    detail: 'For your security, please sign in again.',
    fix: 'Re-authenticate: the ID token’s auth_time must be at most five minutes old, for acts of moderators 15 minutes.',
  },
  'recovery-code-wrong': {
    status: 403,
    title: 'The recovery code is wrong',
    detail: 'This recovery code is wrong or was used before.',
    fix: 'A code works once. Making new codes ends all earlier ones.',
  },
  'second-step-over': {
    status: 401,
    title: 'The sign-in is over',
    detail: 'This sign-in took too long. Please start again.',
    fix: 'Sign in again: `pending` is the credential of a sign-in that waits for the second factor `factor`.',
  },
  'second-step-missing': {
    status: 409,
    title: 'Two-step sign-in is off',
    detail: 'Two-step sign-in is off. Switch it on first.',
    fix: 'Enrol an authenticator app at the sign-in service before POST /v1/me/recovery-codes.',
  },
  'account-needed': {
    status: 403,
    title: 'Guests cannot do this',
    detail: 'Create an account to publish. Your draft is kept.',
    fix: 'Link the anonymous user to a sign-in method first.',
  },
  'email-not-verified': {
    status: 403,
    title: 'The email address is not verified',
    detail: 'Please open the link in the email that we sent you, then publish again.',
    fix: 'Publishing with a password account needs email_verified in the ID token; refresh the token after verifying.',
  },
} as const;
