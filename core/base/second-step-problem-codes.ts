/** The problems of two-step sign-in. */
export const secondStepProblems = {
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
} as const;
