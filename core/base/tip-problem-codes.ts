/** Expected failures of tips, payments and refunds; problem-codes.ts has the others. */
export const tipProblems = {
  'tips-off': {
    status: 409,
    title: 'Tips are switched off',
    detail: 'Tips are switched off at the moment.',
    fix: 'The owner can switch tips on in the dashboard.',
  },
  'payments-not-ready': {
    status: 409,
    title: 'Payments are not set up',
    detail: 'This profile cannot receive tips yet. Nothing was charged.',
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
    title: 'The tip session has expired',
    detail: 'This took too long. Nothing was charged. Please try again.',
    fix: 'Sessions last 30 minutes. Get a new one from POST /v1/tip-sessions.',
  },
  'site-not-allowed': {
    status: 403,
    title: 'This site is not allowed',
    detail: 'Tips cannot be sent from this page.',
    fix: 'The owner lists allowed sites in the dashboard; add this origin.',
  },
  'total-changed': {
    status: 409,
    title: 'The total has changed',
    detail: 'The total has changed. Please check it and pay again.',
    fix: 'Show `tipAmount`, `coverAmount` and `amount` of this answer, then send the request again with that total.',
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
    title: 'The currency has changed',
    detail: 'The currency has changed. Please open the form again. Nothing was charged.',
    fix: 'Use the session’s currency; get a new session.',
  },
  'challenge-required': {
    status: 403,
    title: 'A challenge is required',
    detail: 'Please confirm that you are human, then try again.',
    fix: 'Solve the challenge named in `challenge` and send its answer.',
  },
  'hosted-required': {
    status: 403,
    title: 'The tip must be paid on Stripe’s page',
    detail: 'To prevent card fraud, this tip must be paid on Stripe’s secure page. Nothing was charged.',
    fix: 'Send the tip again with a new clientRequestId and surface "hosted". Set CHALLENGE_KIND to require a challenge instead.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    detail: 'Too many attempts. Please wait a few minutes.',
    fix: 'Wait for the number of seconds in `Retry-After`.',
  },
  'tip-not-found': {
    status: 404,
    title: 'Tip not found',
    detail: 'This tip could not be found.',
    fix: 'Send the tipId and tipToken exactly as POST /v1/tips returned them.',
  },
  'tip-not-changeable': {
    status: 409,
    title: 'The tip cannot be changed any more',
    detail: 'This tip is already being paid and can no longer be changed.',
    fix: 'Change the amount only while the status is awaiting.',
  },
  'reply-not-possible': {
    status: 409,
    title: 'The tip cannot be answered',
    detail:
      'You can answer a paid tip, and change the answer within an hour. After that you can only remove it.',
    fix: 'Answer only paid tips. Change an answer within an hour of its `at`, or remove it and write another one.',
  },
  'tip-busy': {
    status: 409,
    title: 'The amount is being changed',
    detail:
      'The amount of this tip is being changed. You have not been charged. Please try again in a minute.',
    fix: 'Send one change at a time, wait for its answer before you confirm the payment, and increase `sequence`.',
  },
  'undo-unavailable': {
    status: 409,
    title: 'The tip cannot be undone',
    detail: 'This tip can no longer be undone here. The receipt shows whom to contact.',
    fix: 'Undo works within the owner’s window, counted from succeededAt by the server’s clock.',
  },
  'undo-failed': {
    status: 409,
    title: 'The undo failed',
    detail:
      'The money could not be returned to the card. The owner has it; please ask them to return it another way.',
    fix: 'Read `refundFailure` of GET /v1/tips/{tipId}. The same undo is not tried again.',
  },
  'refund-too-late': {
    status: 409,
    title: 'The time for a refund is over',
    detail: 'What this tip was paid with can be refunded only for some time, and that time is over.',
    fix: 'Send the money back another way, for example by bank transfer. Stripe was not asked.',
  },
  'refund-too-large': {
    status: 409,
    title: 'The refund is too large',
    detail: 'This is more than the rest of the tip.',
    fix: 'Keep the amount within `left` (minor units). There may have been other refunds since.',
  },
  'refund-unavailable': {
    status: 409,
    title: 'The tip cannot be refunded now',
    detail: 'This tip cannot be refunded at the moment.',
    fix: 'Only paid tips can be refunded, and not while a dispute is open.',
  },
} as const;
