/** Expected failures of monthly and yearly tips; problem-codes.ts explains the fields. */
export const monthlyProblems = {
  'monthly-unavailable': {
    status: 409,
    title: 'Monthly tips are not offered',
    detail: 'This profile does not take tips like this at the moment. You have not been charged.',
    fix: 'Read `monthly` of POST /v1/tip-sessions: null, or the intervals that the owner offers.',
  },
  'words-changed': {
    status: 409,
    title: 'The words have changed',
    detail:
      'What you agree to has changed since you opened this. Please read it again. You have not been charged.',
    fix: 'Show the words of `figures`, and send their `wordsVersion` when the fan agrees.',
  },
} as const;
