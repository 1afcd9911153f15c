/** Expected failures of notification channels; problem-codes.ts has the others. */
const channelProblems = {
  'channel-not-found': {
    status: 404,
    title: 'No such channel',
    detail: 'This channel does not exist any more.',
    fix: 'GET /v1/me/channels lists the channels of the signed-in owner.',
  },
  'delivery-not-found': {
    status: 404,
    title: 'No such delivery',
    detail: 'This delivery is not known any more. Deliveries are kept for 30 days.',
    fix: 'Read accounts/{uid}/deliveries; the path needs the id of one of them.',
  },
  'too-many-channels': {
    status: 409,
    title: 'Too many channels',
    detail: 'You have as many channels of this kind as possible. Remove one first.',
    fix: 'DELETE /v1/me/channels/{id} first. `figures.most` is the most of this kind.',
  },
  'channel-not-verified': {
    status: 409,
    title: 'The channel is not verified',
    detail: 'Confirm this channel first.',
    fix: 'POST /v1/me/channels/{id}/verify before switching it on or testing it.',
  },
  'channel-off': {
    status: 409,
    title: 'The channel is off',
    detail: 'This channel is off. Switch it on first.',
    fix: 'PATCH /v1/me/channels/{id} with `on: true` before sending again.',
  },
  'code-wrong': {
    status: 422,
    title: 'The code is wrong',
    detail: 'This code is not the one that we sent. Please check it.',
    fix: 'Send the six digits of the newest message. After five wrong codes a new one is needed.',
  },
  'code-expired': {
    status: 410,
    title: 'The code is too old',
    detail: 'This code is too old, or was tried too often. Please ask for a new one.',
    fix: 'POST /v1/me/channels/{id}/code sends another one. A code works for ten minutes and five tries.',
  },
  'address-not-allowed': {
    status: 422,
    title: 'The address is not allowed',
    detail: 'Busker cannot send to this address.',
    fix: 'Use a public https:// address on port 443 without a user name, on the host that the kind of channel asks for. `fields` names the field.',
  },
  'address-not-answering': {
    status: 422,
    title: 'The address does not answer',
    detail: 'There was no good answer from this address, so the channel stays off.',
    fix: 'The receiver must answer the message with a status of 200 to 299. `figures.status` is what it answered; 0 = nothing.',
  },
  'channel-not-offered': {
    status: 409,
    title: 'This kind of channel is not offered',
    detail: 'This kind of channel is not set up here.',
    fix: 'The host sets SMTP_URL for mail and VAPID_PRIVATE_KEYS for push. GET /v1/me/channels lists what is offered.',
  },
  'push-refused': {
    status: 422,
    title: 'The push subscription is not valid',
    detail: 'This browser gave a subscription that cannot be used. Please try again.',
    fix: 'Send the endpoint and both keys of PushSubscription.toJSON(), made with the key of GET /v1/me/channels.',
  },
  'replay-too-large': {
    status: 409,
    title: 'Too much to send again',
    detail: 'This is too much at once. Please choose a shorter time.',
    fix: 'At most 1,000 events and 30 days for each call.',
  },
} as const;

/** Expected failures of embedding a profile; problem-codes.ts explains the fields. */
const embedProblems = {
  'domain-not-offered': {
    status: 409,
    title: 'Own domains are not offered',
    detail: 'This site does not offer pages at domains of their owners.',
    fix: 'The host sets OWNER_DOMAINS. GET /v1/me/domain says in `offered` whether that is done.',
  },
  'address-private': {
    status: 401,
    title: 'The address is not public',
    detail: 'This address cannot be embedded.',
    fix: 'Receipts and the dashboard belong to one person. Embed a public page such as https://HOST/@ada.',
  },
  'format-unknown': {
    status: 501,
    title: 'The format is not supported',
    detail: 'This format is not available.',
    fix: 'Request `format=json` or `format=xml`.',
  },
} as const;

/** Expected failures of monthly and yearly tips; problem-codes.ts explains the fields. */
const monthlyProblems = {
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

/** Expected failures of reading the balance and payouts at Stripe; problem-codes.ts has the others. */
const payoutProblems = {
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
    fix: 'Give the restricted key the permissions for payouts and balance of docs/hosts/self-hosting.md. The line “Stripe key refused” in the log names the one that it lacks.',
  },
} as const;

/** Expected failures of signing in, and of calls that need a sign-in; problem-codes.ts has the others. */
const signInProblems = {
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
    fix: 'Re-authenticate: the ID token’s auth_time must be at most ten minutes old, for acts of moderators 15 minutes.',
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

/** Expected failures of tips, payments and refunds; problem-codes.ts has the others. */
const tipProblems = {
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

/**
 * Every expected failure of Busker. `status` is the HTTP status, `title` a short name for logs and tools, `detail` the sentence for the person, `fix`
 * what the developer can do. docs/errors.md has one row for each code (after a change here: `npx tsx scripts/write-docs.ts`).
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
    fix: 'Keep JSON bodies under 16 kB (the preview of a page under 256 kB, the beacon under 4 kB).',
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
  'year-not-closable': {
    status: 409,
    title: 'This year cannot be closed',
    detail: 'This is no tax year of yours that is over, or a part of it is in a year that is closed already.',
    fix: 'Send the first day of a tax year that is over, in the account’s time zone. A year that is closed stays closed.',
  },
  'year-not-booked': {
    status: 409,
    title: 'Stripe has not booked everything of this year yet',
    detail: 'Stripe has not booked every tip and fee of this year yet. Please try again tomorrow.',
    fix: 'Wait until the books name no tip that Stripe has not booked, and until its fees are known to the end of the year.',
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
    title: 'The file takes too long for one answer',
    detail: 'This file takes a while, so it has to be prepared first.',
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

/** docs/errors.md: one heading for each code, which problem+json's `type` points at. */
export function errorsPage(): string {
  const rows = Object.entries(problemKinds).map(
    ([code, { status, title, detail, fix }]) =>
      `- **\`${code}\`** (${status}): ${title}. People read: “${detail}” What to do: ${fix}\n`,
  );
  return `${opening}\n${rows.join('')}`;
}

const opening = `# Errors

For developers and hosts: what each code of an error means, and what to do. Every expected failure has a code. Over HTTP it is \`application/problem+json\` (RFC 9457) with \`type\` pointing at the code on \`/docs/errors\` of the server,
\`code\`, a \`detail\` for people, \`fields\` with the refused fields, and \`figures\` with numbers that the client needs to continue.

This page is generated from \`core/base/problem-codes.ts\` by \`npx tsx scripts/write-docs.ts\`; a test keeps it current.
`;
