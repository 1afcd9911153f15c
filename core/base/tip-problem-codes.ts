/** The expected failures of tips, their payments and refunds; problem-codes.ts has all the others. */
export const tipProblems = {
  'tips-off': {
    status: 409,
    title: 'This profile takes no tips',
    detail: 'Tips are switched off here at the moment.',
    fix: 'The owner can switch tips on in the dashboard.',
  },
  'payments-not-ready': {
    status: 409,
    title: 'Payments are not set up',
    detail: 'Tips cannot be taken here yet. Nothing was charged.',
    fix: 'The owner connects card payments in the dashboard; the account’s card_payments capability must be active.',
  },
  'session-invalid': {
    status: 403,
    title: 'The tip session is not valid',
    detail: 'Please close this and open it again. Nothing was charged.',
    fix: 'Get a session from POST /v1/tip-sessions on the same site and profile and send it unchanged.',
  },
  'session-expired': {
    status: 403,
    title: 'The tip session is over',
    detail: 'This took a while. Please try once more; nothing was charged.',
    fix: 'Sessions hold 30 minutes. Ask POST /v1/tip-sessions for a new one.',
  },
  'site-not-allowed': {
    status: 403,
    title: 'This site may not show the card',
    detail: 'Tips cannot be sent from this page.',
    fix: 'The owner lists allowed sites in the dashboard; add this origin.',
  },
  'total-changed': {
    status: 409,
    title: 'The total is another one',
    detail: 'The total has changed. Please look at it once more.',
    fix: 'Show `tipAmount`, `coverAmount` and `amount` of this answer and ask again with that total.',
  },
  'request-reused': {
    status: 409,
    title: 'The request id was used with other content',
    detail: 'This tip was already started. Please open the form again.',
    fix: 'Use one clientRequestId per tip; repeat it only with the identical body.',
  },
  'amount-too-small': {
    status: 422,
    title: 'The amount is below the minimum',
    detail: 'This is less than the smallest tip.',
    fix: 'Keep tipAmount within the session’s limits (minor units).',
  },
  'amount-too-large': {
    status: 422,
    title: 'The amount is above the maximum',
    detail: 'This is more than the largest tip.',
    fix: 'Keep tipAmount within the session’s limits (minor units).',
  },
  'currency-mismatch': {
    status: 409,
    title: 'The currency is another one',
    detail: 'The currency has changed. Please open the form again. Nothing was charged.',
    fix: 'Use the session’s currency; get a new session.',
  },
  'challenge-required': {
    status: 403,
    title: 'A challenge must be solved',
    detail: 'Please confirm that you are human, then try again.',
    fix: 'Solve the challenge named in `challenge` and send its answer.',
  },
  'hosted-required': {
    status: 403,
    title: 'The tip must be paid on Stripe’s page',
    detail: 'To keep cards safe, this tip is paid on a secure page of Stripe right now. Nothing was charged.',
    fix: 'Send the tip again with a new clientRequestId and surface "hosted". Set CHALLENGE_KIND to ask for a challenge instead.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many tries',
    detail: 'Too many tries. Please wait a few minutes.',
    fix: 'Wait for the seconds in `Retry-After`.',
  },
  'tip-not-found': {
    status: 404,
    title: 'No such tip',
    detail: 'This tip could not be found.',
    fix: 'Send the tipId and tipToken exactly as POST /v1/tips answered them.',
  },
  'tip-not-changeable': {
    status: 409,
    title: 'The tip cannot be changed any more',
    detail: 'This tip is already on its way and can no longer be changed.',
    fix: 'Change the amount only while the status is awaiting.',
  },
  'tip-busy': {
    status: 409,
    title: 'Another change of the tip is under way',
    detail:
      'The amount of this tip is just being changed. You have not been charged. Please try again in a minute.',
    fix: 'Send one change at a time, wait for its answer before the payment is confirmed, and count `sequence` up.',
  },
  'undo-unavailable': {
    status: 409,
    title: 'The tip cannot be undone here',
    detail: 'This tip can no longer be undone here. The receipt page says whom to ask.',
    fix: 'Undo works within the owner’s window, counted from succeededAt by the server’s clock.',
  },
  'undo-failed': {
    status: 409,
    title: 'The undo failed',
    detail:
      'The money could not be sent back to the card. It is with the owner again; please ask them to return it another way.',
    fix: 'Read `refundFailure` of GET /v1/tips/{tipId}. The same undo is not made again.',
  },
  'refund-too-large': {
    status: 409,
    title: 'The refund is more than what is left',
    detail: 'This is more than what is left of the tip.',
    fix: 'Keep the amount within `left` (minor units); other refunds may have been made meanwhile.',
  },
  'refund-unavailable': {
    status: 409,
    title: 'The tip cannot be refunded now',
    detail: 'This tip cannot be refunded at the moment.',
    fix: 'Only paid tips can be refunded, and not while the bank looks at a dispute.',
  },
} as const;
