import { channelProblems } from './channel-problem-codes';
import { embedProblems } from './embed-problem-codes';
import { monthlyProblems } from './monthly-problem-codes';
import { payoutProblems } from './payout-problem-codes';
import { signInProblems } from './sign-in-problem-codes';
import { tipProblems } from './tip-problem-codes';

/**
 * Every expected failure of Busker. `status` is the HTTP status, `title` a short name for logs and tools, `detail` the sentence for the person, `fix`
 * what the developer can do. docs/errors.md has one heading for each code (after a change here: `npx tsx scripts/write-errors-page.ts`).
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
    detail: 'This is too long. Please shorten it.',
    fix: 'Keep JSON bodies under 16 kB (the beacon under 4 kB).',
  },
  'invalid-fields': {
    status: 422,
    title: 'Some fields are invalid',
    detail: 'Please check the marked fields.',
    fix: 'Read `fields`: it names each refused field and the reason. Unknown keys are refused too.',
  },
  'books-too-long': {
    status: 422,
    title: 'Too many tips for one answer',
    detail: 'There are too many tips in this period. Please choose a shorter one.',
    fix: 'Ask for a shorter range of days: one answer covers at most 20,000 paid tips.',
  },
  'route-not-found': {
    status: 404,
    title: 'Not found',
    detail: 'This page does not exist.',
    fix: 'Check the path and the method against the HTTP API.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The method is not allowed',
    detail: 'This address does not support that request.',
    fix: 'Use a method that the `Allow` header lists.',
  },
  ...signInProblems,
  ...channelProblems,
  'profile-not-found': {
    status: 404,
    title: 'No such profile',
    detail: 'There is no profile with this name.',
    fix: 'Check the `profile` attribute. A profile exists once it has been published.',
  },
  'draft-not-found': {
    status: 409,
    title: 'There is nothing to publish',
    detail: 'There is nothing to publish yet. Add a name and a link first.',
    fix: 'Write drafts/{uid} before POST /v1/me/publish.',
  },
  'draft-behind': {
    status: 409,
    title: 'The stored draft is older',
    detail: 'Your latest changes are still being saved. Please try again in a moment.',
    fix: 'Wait for pending writes, then send the revision that the server confirmed.',
  },
  'handle-taken': {
    status: 409,
    title: 'The handle is taken',
    detail: 'This name is taken. Please choose another one.',
    fix: 'A handle that once showed a profile is never given to another owner.',
  },
  'profile-restricted': {
    status: 403,
    title: 'The host has restricted this profile',
    detail: 'The host of this site has restricted this profile.',
    fix: 'Read `figures`: `state` is the standing of the profile, `reason` the host’s text for its owner.',
  },
  'moderator-needed': {
    status: 403,
    title: 'Only moderators can do this',
    detail: 'You are not a moderator here.',
    fix: 'An admin gives the right: npm run admin -- grant moderator <who>.',
  },
  'act-refused': {
    status: 403,
    title: 'The act was refused',
    detail: 'This is not allowed here.',
    fix: 'Read `detail`. The audit has the try.',
  },
  ...tipProblems,
  'account-busy': {
    status: 409,
    title: 'Payments are still open',
    detail: 'A payment, a refund or a dispute is still open. You can delete your account when it is settled.',
    fix: 'Wait until no tip has a pending payment, a pending refund or an open dispute.',
  },
  'account-leaving': {
    status: 409,
    title: 'The account is being deleted',
    detail: 'Your account is being deleted. This is not possible any more.',
    fix: 'Nothing is to be done: the deletion ends by itself. If it stops, the owner may go on as before.',
  },
  'export-too-large': {
    status: 409,
    title: 'There are too many tips for one answer',
    detail: 'You have so many tips that the file has to be prepared first.',
    fix: 'Send POST /v1/me/exports, wait until `accounts/{uid}/server/export` is ready, then ask POST /v1/me/exports/link for the link.',
  },
  'export-not-ready': {
    status: 409,
    title: 'There is no export to download',
    detail: 'The file is not ready, or no longer there. Please prepare a new one.',
    fix: 'Send POST /v1/me/exports. A file is kept for seven days.',
  },
  'report-not-found': {
    status: 404,
    title: 'No such report',
    detail: 'There is no report with this number.',
    fix: 'Ask GET /v1/admin/reports for the numbers of the reports that wait.',
  },
  'report-decided': {
    status: 409,
    title: 'The report is decided',
    detail: 'Somebody has decided this report already.',
    fix: 'Read the report again. Only a report that waits can be decided.',
  },
  'appeal-not-found': {
    status: 404,
    title: 'No such objection',
    detail: 'There is no objection with this id.',
    fix: 'Ask GET /v1/admin/appeals for the objections.',
  },
  'appeal-answered': {
    status: 409,
    title: 'The objection is answered',
    detail: 'Somebody has answered this objection already.',
    fix: 'Read the objections again. An objection has one answer.',
  },
  'mail-not-found': {
    status: 404,
    title: 'No such mail',
    detail: 'There is no mail with this id. A mail is kept for 30 days.',
    fix: 'Ask GET /v1/admin/mails for the mails.',
  },
  'nothing-to-appeal': {
    status: 409,
    title: 'Nothing is restricted',
    detail: 'Your profile is not restricted, so there is nothing to object to.',
    fix: 'Object only while a restriction applies.',
  },
  'appeal-too-late': {
    status: 409,
    title: 'The time for objections is over',
    detail: 'The time for objections is over. You can still write to the operator.',
    fix: 'An objection is taken for six months after a decision.',
  },
  ...embedProblems,
  ...monthlyProblems,
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
    fix: 'Find the Stripe request id in the log.',
  },
  'account-refused': {
    status: 422,
    title: 'Stripe refused to set up the account',
    detail: 'Stripe could not set up payments with this country or currency. Please choose another one.',
    fix: 'Find the line “connecting refused” in the log: it has Stripe’s code and request id.',
  },
  'stripe-key-refused': {
    status: 503,
    title: 'Stripe refused the server’s own key',
    detail:
      'The host of this server has to change its access to Stripe first. You can connect payments afterwards.',
    fix: 'Find the line “Stripe key refused” in the log: it says whether the key is invalid, or names the permission that it lacks.',
  },
  ...payoutProblems,
  'service-unavailable': {
    status: 503,
    title: 'A required service does not answer',
    detail: 'The service is not available right now. Nothing was charged. Please try again.',
    fix: 'Retry with the same clientRequestId: it is safe.',
  },
  'document-unreadable': {
    status: 500,
    title: 'A stored document cannot be read',
    detail: 'Saved data cannot be read at the moment. Nothing is lost.',
    fix: 'The log names the fields. A document with a newer version needs the newer release; it is not overwritten.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong on our side',
    detail: 'Something went wrong on our side. Please try again.',
    fix: 'Find the request id in the log.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof kinds;

export const problemKinds: Readonly<Record<ProblemCode, ProblemKind>> = kinds;
