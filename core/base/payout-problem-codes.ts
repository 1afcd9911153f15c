/** Expected failures of reading the balance and payouts at Stripe; problem-codes.ts has the others. */
export const payoutProblems = {
  'payout-not-found': {
    status: 404,
    title: 'No such payout',
    detail: 'This payout could not be found on your Stripe account.',
    fix: 'Ask GET /v1/me/payouts for the ids. A payout belongs to the account that made it, also after another one was connected.',
  },
  'payouts-unavailable': {
    status: 503,
    title: 'Stripe does not answer about payouts',
    detail:
      'Stripe is not answering right now, so payouts cannot be shown. Your money is safe. Please try again.',
    fix: 'Try again. The log has the cause.',
  },
  'payouts-not-allowed': {
    status: 503,
    title: 'The server’s key may not read payouts',
    detail:
      'This server may not read payouts from Stripe yet. Its host has to allow it. You can see your payouts in Stripe’s dashboard.',
    fix: 'Give the restricted key the permissions for payouts and balance of docs/self-hosting.md. The line “Stripe key refused” in the log names the one that it lacks.',
  },
} as const;
