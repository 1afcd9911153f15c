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
  'monthly-ended': {
    status: 409,
    title: 'The monthly tip has ended',
    detail: 'This monthly tip has already ended. Nothing more is charged.',
    fix: 'Read `state` of GET /v1/monthly/{monthlyId}. A stop can be taken back only before the end of the period.',
  },
  'monthly-elsewhere': {
    status: 409,
    title: 'The monthly tip is not run here any more',
    detail:
      'This server can no longer reach the Stripe account that charges this tip. Stripe’s own page can stop it. A stop or a withdrawal is noted here, and is carried out only if the account is connected again.',
    fix: 'The owner has disconnected the account. The link in Stripe’s mails leads to Stripe’s page. `asked` of GET /v1/monthly/{monthlyId} is what is noted.',
  },
  'nothing-due': {
    status: 409,
    title: 'Nothing is due',
    detail: 'There is nothing to confirm or to pay at the moment.',
    fix: 'Read `state` of GET /v1/monthly/{monthlyId}: only needs-action and overdue have something to pay.',
  },
  'withdraw-over': {
    status: 409,
    title: 'The time to withdraw is over',
    detail: 'The time to withdraw is over. You can still stop this monthly tip.',
    fix: 'Read `withdrawUntil` of GET /v1/monthly/{monthlyId}.',
  },
} as const;
