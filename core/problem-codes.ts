import { embedProblems } from './embed-problem-codes';

/**
 * Every expected failure of Busker. `status` is the HTTP status, `title` a short name for logs and tools, `detail` the sentence
 * for the person, `fix` what the developer can do. docs/errors.md has one heading for each code
 * (after a change here: `npx tsx scripts/write-errors-page.ts`).
 */
interface ProblemKind {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly fix: string;
}

const kinds = {
  'invalid-json': {
    status: 400,
    title: 'The body is not JSON',
    detail: 'Something in the request could not be read. Please try again.',
    fix: 'Send a JSON object with the content type application/json.',
  },
  'unsupported-content-type': {
    status: 415,
    title: 'The content type is not supported',
    detail: 'Something in the request could not be read. Please try again.',
    fix: 'Send application/json. Only POST /v1/events takes text/plain.',
  },
  'body-too-large': {
    status: 413,
    title: 'The body is too large',
    detail: 'That is more than fits. Please shorten it.',
    fix: 'Keep JSON bodies under 16 kB (the beacon under 4 kB).',
  },
  'invalid-fields': {
    status: 422,
    title: 'Some fields are not right',
    detail: 'Please check the marked fields.',
    fix: 'Look at `fields`: it names each refused field and says why. Unknown keys are refused too.',
  },
  'route-not-found': {
    status: 404,
    title: 'There is nothing at this address',
    detail: 'This page does not exist.',
    fix: 'Check the path and the method against the HTTP API.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The method is not allowed here',
    detail: 'This address cannot be used that way.',
    fix: 'Look at the `Allow` header.',
  },
  'sign-in-required': {
    status: 401,
    title: 'A signed-in owner is needed',
    detail: 'Please sign in again. Your work is kept.',
    fix: 'Send a current Firebase ID token as `Authorization: Bearer …`.',
  },
  'recent-sign-in-required': {
    status: 401,
    title: 'A fresh sign-in is needed',
    detail: 'For your safety, please enter your password once more.',
    fix: 'Re-authenticate: the ID token’s auth_time must be at most five minutes old.',
  },
  'account-needed': {
    status: 403,
    title: 'A guest cannot do this',
    detail: 'Create an account to publish. Everything you made stays.',
    fix: 'Link the anonymous user to a sign-in method first.',
  },
  'email-not-verified': {
    status: 403,
    title: 'The address is not verified',
    detail: 'Please open the link in the mail we sent you, then publish again.',
    fix: 'Publishing with a password account needs email_verified in the ID token; refresh the token after verifying.',
  },
  'profile-not-found': {
    status: 404,
    title: 'No such profile',
    detail: 'There is no profile with this name.',
    fix: 'Check the `profile` attribute. A profile exists from its first publishing on.',
  },
  'draft-not-found': {
    status: 409,
    title: 'There is nothing to publish',
    detail: 'There is nothing to publish yet. Add a name and a link first.',
    fix: 'Write drafts/{uid} before POST /v1/me/publish.',
  },
  'draft-behind': {
    status: 409,
    title: 'The server has an older draft',
    detail: 'Your latest changes are still on their way. Please try again in a moment.',
    fix: 'Wait for pending writes, then send the revision that the server confirmed.',
  },
  'handle-taken': {
    status: 409,
    title: 'The handle belongs to someone else',
    detail: 'This name is taken. Please choose another one.',
    fix: 'A handle once published is never given to another owner.',
  },
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
  'account-busy': {
    status: 409,
    title: 'Money is still on its way',
    detail: 'A payment, a refund or a dispute is still open. Please delete your account when it is settled.',
    fix: 'Wait until no tip has a payment on its way, a pending refund or an open dispute.',
  },
  ...embedProblems,
  'webhook-refused': {
    status: 400,
    title: 'The event is not signed by Stripe',
    detail: 'This request was refused.',
    fix: 'Check STRIPE_WEBHOOK_SECRETS and that the raw body reaches the function.',
  },
  'payment-refused': {
    status: 502,
    title: 'Stripe refused to start the payment',
    detail: 'The payment could not be started. Nothing was charged.',
    fix: 'Look for the Stripe request id in the log.',
  },
  'service-unavailable': {
    status: 503,
    title: 'A service behind this one does not answer',
    detail: 'Something is not answering right now. Nothing was charged. Please try again.',
    fix: 'Retry with the same clientRequestId: it is safe.',
  },
  'document-unreadable': {
    status: 500,
    title: 'A stored document cannot be read',
    detail: 'Something that was saved cannot be read at the moment. Nothing is lost.',
    fix: 'The log names the fields. A document with a higher version than the code knows needs the newer release; nothing overwrites it.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong on our side',
    detail: 'Something went wrong on our side. Please try again.',
    fix: 'Look for the request id in the log.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof kinds;

export const problemKinds: Readonly<Record<ProblemCode, ProblemKind>> = kinds;
