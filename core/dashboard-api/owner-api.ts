import * as v from 'valibot';
import { browserClasses, systemClasses } from '../account/device-class';
import { fault } from '../base/field-faults';
import { cleanLine, cleanLines, codePointLength, requestUuid } from '../text/text';
import { isWebAddress } from '../text/safe-url';
import { exportChoiceFields } from '../account/export-document';
import { leavingState } from '../account/account-document';
import { linkStates } from '../profile-documents/profile-document';
import { currencyCodes } from '../money/money';
import { pageFault } from '../blocks/block';
import { completeUrl } from '../links/link';
import { moderationRoles } from '../moderation/standing';
import { maxGoalLabelLength, maxShownSupporters } from '../profile/draft';
import { publicProfile } from '../profile/profile';
import { tipTextLimits } from '../tip/tip';
import { mostThanked, replyLimit, unknownPlaceholder, usesName } from '../tip/tip-text';
import { ownMethodTypes, methodStates } from '../payments/methods';

/** Bodies and answers of `/v1/me/…`: an owner's own calls, with a Firebase ID token. Amounts in minor units. */

export const refundReasons = ['requested_by_customer', 'duplicate', 'fraudulent'] as const;

/**
 * Body of `POST /v1/me/tips/{tipId}/refunds`. `requestId` is a UUID made when the dialog opens: the same id is the same refund.
 * `amount` null = all that is left.
 */
export const refundBody = v.strictObject({
  requestId: requestUuid('requestId must be a UUID.'),
  amount: v.nullable(
    v.pipe(
      v.number(fault('amount-missing')),
      v.integer('Amounts are whole minor units.'),
      v.minValue(1, fault('amount-zero')),
      v.maxValue(99_999_999, fault('amount-too-large')),
    ),
  ),
  reason: v.picklist(refundReasons, fault('reason-missing')),
});
export type RefundBody = v.InferOutput<typeof refundBody>;

/** The answer. `pending`: the refund waits at Stripe (for example because the balance is too low), or Stripe has not answered yet. */
export const refundAnswer = v.strictObject({
  requestId: v.string(),
  amount: v.number(),
  status: v.picklist(['pending', 'succeeded', 'failed']),
  /** The whole tip's refund status after this refund. */
  refunded: v.number(),
  pending: v.number(),
});
export type RefundAnswer = v.InferOutput<typeof refundAnswer>;

/**
 * Body of `POST /v1/me/page-preview`: what the public page would show after publishing. `goal` in minor units of the profile's currency; `supporters`:
 * how many of the latest ones.
 */
export const pagePreviewBody = v.strictObject({
  profile: v.pipe(
    publicProfile,
    v.check(({ blocks = [] }) => pageFault(blocks) === null, 'A page cannot have so many blocks.'),
  ),
  goal: v.nullable(
    v.strictObject({
      label: v.pipe(v.string(), v.maxLength(maxGoalLabelLength * 8)),
      amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    }),
  ),
  supporters: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxShownSupporters)),
  hideAmounts: v.optional(v.boolean()),
});
export type PagePreviewBody = v.InferOutput<typeof pagePreviewBody>;

/** The answer: the page as text. It has no script, and nothing of it is stored. */
export const pagePreviewAnswer = v.strictObject({ html: v.string() });
export type PagePreviewAnswer = v.InferOutput<typeof pagePreviewAnswer>;

/** Body of `POST /v1/me/tips/{tipId}/moderation`: whether the name and message of this tip are public. */
export const moderationBody = v.strictObject({ state: v.picklist(['visible', 'hidden']) });
export type ModerationBody = v.InferOutput<typeof moderationBody>;

/**
 * Body of `POST /v1/me/tips/{tipId}/reply`: the owner's answer, which the fan reads on the receipt. Plain text of up to 500 characters, with line breaks.
 * `DELETE` removes it. It can be changed for an hour (`reply-not-possible` after that).
 */
export const replyBody = v.strictObject({
  text: v.pipe(
    v.string(fault('text-missing')),
    v.maxLength(replyLimit * 8, fault('too-long', replyLimit)),
    v.transform(cleanLines),
    v.minLength(1, fault('text-missing')),
    v.check((text) => codePointLength(text) <= replyLimit, fault('too-long', replyLimit)),
  ),
});
export type ReplyBody = v.InferOutput<typeof replyBody>;

/** The same limit as for a fan's own name. */
const nameless = v.pipe(
  v.string(fault('text-missing')),
  v.maxLength(tipTextLimits.name * 8, fault('too-long', tipTextLimits.name)),
  v.transform(cleanLine),
  v.check((name) => codePointLength(name) <= tipTextLimits.name, fault('too-long', tipTextLimits.name)),
);

/**
 * Body of `POST /v1/me/thanks`: one answer for the fans of many tips. `text` may have `{name}` and `{amount}`; `nameless` stands for a missing name.
 * `again`: also tips that have an answer. Without `send` the server only says who would be told. The same `requestId` is sent once.
 */
export const thanksBody = v.pipe(
  v.strictObject({
    requestId: requestUuid('requestId must be a UUID.'),
    tips: v.pipe(
      v.array(v.pipe(v.string(), v.maxLength(64))),
      v.minLength(1, fault('tips-missing')),
      v.maxLength(mostThanked, fault('too-many-tips', mostThanked)),
    ),
    text: v.pipe(
      replyBody.entries.text,
      v.check(
        (text) => unknownPlaceholder(text) === null,
        ({ input }) => fault('placeholder-unknown', unknownPlaceholder(input)?.replaceAll(':', '') ?? null),
      ),
    ),
    nameless,
    again: v.boolean(),
    send: v.boolean(),
  }),
  v.forward(
    v.check((body) => body.nameless !== '' || !usesName(body.text), fault('text-missing')),
    ['nameless'],
  ),
);
export type ThanksBody = v.InferOutput<typeof thanksBody>;

/** Tips, by why their fans are not thanked. */
const notThankedCounts = v.strictObject({
  answered: v.number(),
  late: v.number(),
  unpaid: v.number(),
  gone: v.number(),
});

/**
 * The answer: who would be told, or is. `told` fans read the text on their receipt; `notified` of them asked for a
 * notification and get it, `mailed` asked for a mail, and `unnoticed` for neither. The server
 * goes on by itself while it is `sending`; the same request asks how far it is. Then `done` fans can read it already.
 */
export const thanksAnswer = v.strictObject({
  state: v.picklist(['preview', 'sending', 'sent']),
  told: v.number(),
  notified: v.number(),
  mailed: v.number(),
  unnoticed: v.number(),
  left: notThankedCounts,
  done: v.number(),
  /** How many have it not because the host does not show the page; missing = none. */
  barred: v.exactOptional(v.number()),
  /** The texts for the first three, as they read them. */
  samples: v.array(v.strictObject({ tipId: v.string(), text: v.string() })),
});
export type ThanksAnswer = v.InferOutput<typeof thanksAnswer>;

/**
 * Body of `POST /v1/me/payments/connect`. The country (ISO 3166, upper case) cannot be changed later. `currency` of every tip; null =
 * the country's own.
 */
export const connectBody = v.strictObject({
  country: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, fault('country-missing'))),
  currency: v.nullable(v.picklist(currencyCodes, fault('currency-unknown'))),
});
export type ConnectBody = v.InferOutput<typeof connectBody>;

/** The answer: the page where the owner continues. It works once and for a few minutes. Null = nothing left to do (`single` mode). */
export const connectAnswer = v.strictObject({ url: v.nullable(v.string()) });
export type ConnectAnswer = v.InferOutput<typeof connectAnswer>;

/** Body of `POST /v1/me/sites`: a domain on which wallets (Apple Pay, Google Pay, Link) are offered. */
export const siteBody = v.strictObject({
  domain: v.pipe(
    v.string(fault('domain-missing')),
    v.trim(),
    v.toLowerCase(),
    v.maxLength(253, fault('domain-too-long')),
    v.regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, fault('domain-shape')),
  ),
});
export type SiteBody = v.InferOutput<typeof siteBody>;

const walletStatus = v.picklist(['active', 'inactive']);

/** A registered domain and its status at Stripe. `GET /v1/me/sites` answers `{sites}`. */
export const site = v.strictObject({
  domain: v.string(),
  applePay: walletStatus,
  googlePay: walletStatus,
  link: walletStatus,
  /** Stripe's message about what blocks Apple Pay; null = nothing. */
  problem: v.nullable(v.string()),
});
export type Site = v.InferOutput<typeof site>;

export const sitesAnswer = v.strictObject({ sites: v.array(site) });
export type SitesAnswer = v.InferOutput<typeof sitesAnswer>;

/** The URL of a page or a picture. `https://` may be left out. */
export const pageAddress = v.pipe(
  v.string(fault('page-missing')),
  v.trim(),
  v.nonEmpty(fault('page-missing')),
  v.maxLength(2048, fault('page-too-long')),
  v.transform(completeUrl),
  v.check(isWebAddress, fault('page-shape')),
);

/**
 * Body of `POST /v1/me/sites/check`: is the card live on this page, and does the page let it work?
 * `pay` is the card's attribute of that name: Stripe's own page needs less of a policy.
 */
export const siteCheckBody = v.strictObject({
  url: pageAddress,
  pay: v.picklist(['in-page', 'hosted']),
});
export type SiteCheckBody = v.InferOutput<typeof siteCheckBody>;

/** Why a page could not be fetched. `not-allowed`: a private address, or a port that web sites do not use. */
export const pageFailures = [
  'not-allowed',
  'name-not-found',
  'no-answer',
  'timed-out',
  'too-large',
  'too-many-redirects',
  'error-status',
] as const;

/** A Content-Security-Policy of the page. `mended` is the whole policy with the missing sources added. */
export const sitePolicy = v.strictObject({
  from: v.picklist(['header', 'meta']),
  policy: v.string(),
  missing: v.array(v.strictObject({ directive: v.string(), sources: v.array(v.string()) })),
  needsNonce: v.boolean(),
  mended: v.string(),
});

/** The answer. A page that cannot be fetched is an answer too: `failure` says why, and the other fields are empty. */
export const siteCheckAnswer = v.strictObject({
  /** The final URL after redirects; the requested URL when there is no answer. */
  url: v.string(),
  status: v.nullable(v.number()),
  failure: v.nullable(v.picklist(pageFailures)),
  /** The owner's best embed in the page's HTML. `nothing` may also mean that a script builds the page: its HTML does not show that. */
  found: v.picklist(['card', 'frame', 'link', 'nothing']),
  /** Handles of other people's cards on this page: often a spelling mistake. */
  otherHandles: v.array(v.string()),
  /** The embed's script: `other-host` = only one of another Busker server. `none` is fine where no card is. */
  script: v.picklist(['here', 'other-host', 'none']),
  /** Every policy of the page. Empty = the page has no policy, so nothing is blocked. */
  policies: v.array(sitePolicy),
  /** The Permissions-Policy header to send, when the page's own takes the wallets away; else null. */
  permissionsLine: v.nullable(v.string()),
  /** True when there is a card (or frame) with its script and no policy blocks it. */
  live: v.boolean(),
});
export type SiteCheckAnswer = v.InferOutput<typeof siteCheckAnswer>;

/** Body of `POST /v1/me/imports`, of a page with links, and of `POST /v1/me/imports/picture`, of a picture that such a page names. */
export const importBody = v.strictObject({ url: pageAddress });
export type ImportBody = v.InferOutput<typeof importBody>;

/** `refused`: the site answers browsers only. `sign-in`: visitors see nothing before they sign in. `no-page`: it is no HTML. */
export const importFailures = [
  ...pageFailures,
  'robots',
  'refused',
  'sign-in',
  'no-page',
  'no-links',
] as const;

/** The answer: what the page says of somebody, and its links. Nothing of it is stored. With a `failure` all else is empty. */
export const importAnswer = v.strictObject({
  /** The final URL after redirects. */
  url: v.string(),
  failure: v.nullable(v.picklist(importFailures)),
  name: v.nullable(v.string()),
  bio: v.nullable(v.string()),
  /** The address of a picture, which is not fetched yet. */
  picture: v.nullable(v.string()),
  /** What `at` counts. */
  counts: v.picklist(['lines', 'entries']),
  links: v.array(
    v.strictObject({
      at: v.number(),
      url: v.string(),
      label: v.string(),
      group: v.nullable(v.string()),
      on: v.boolean(),
      icon: v.nullable(v.string()),
    }),
  ),
  /** `why`: a fault code, or `heading-empty`. */
  refused: v.array(v.strictObject({ at: v.number(), name: v.string(), why: v.string() })),
  /** Links beyond the most that are read. */
  leftOut: v.number(),
  /** Further rows that are no links, which are not named one by one. */
  unnamed: v.nullable(v.strictObject({ count: v.number(), first: v.number(), last: v.number() })),
});
export type ImportAnswer = v.InferOutput<typeof importAnswer>;

/** The answer: the bytes in base64, with the type that they have. Null = there is no picture at this address that could be published. */
export const importPictureAnswer = v.strictObject({
  picture: v.nullable(v.strictObject({ type: v.string(), data: v.string() })),
});
export type ImportPictureAnswer = v.InferOutput<typeof importPictureAnswer>;

/** Body of `POST /v1/me/links/verify`: a link's URL exactly as it is in the published profile. */
export const verifyLinkBody = v.strictObject({ url: v.pipe(v.string(), v.maxLength(2048)) });
export type VerifyLinkBody = v.InferOutput<typeof verifyLinkBody>;

/**
 * The answer. `verified`: that page links back to the profile with rel="me", and cards show the mark. `no-link-back`: it does not link back.
 * `other-site`: the URL redirects to another site, which proves nothing. `unreachable`: the page did not answer, or refuses requests from programs.
 * `not-a-page`: mail and telephone links cannot be verified.
 */
export const verifyLinkAnswer = v.strictObject({
  url: v.string(),
  outcome: v.picklist(['verified', 'no-link-back', 'other-site', 'unreachable', 'not-a-page']),
  /** `<a rel="me" href="…">` with this address is what the page needs. */
  linkBack: v.string(),
});
export type VerifyLinkAnswer = v.InferOutput<typeof verifyLinkAnswer>;

/**
 * Answer of `POST /v1/me/links/check`: the result for every published web link, checked now (a few times an hour at most). The same is stored in
 * `linkHealth/{uid}` (core/profile-documents/profile-document.ts). The daily check writes there too, and the owner may listen to it.
 */
export const linksCheckAnswer = v.strictObject({
  checkedAt: v.number(),
  links: v.record(
    v.string(),
    v.strictObject({
      url: v.string(),
      state: v.picklist(linkStates),
      status: v.nullable(v.number()),
      movedTo: v.nullable(v.string()),
      since: v.number(),
      checkedAt: v.number(),
    }),
  ),
});
export type LinksCheckAnswer = v.InferOutput<typeof linksCheckAnswer>;

/** Body of `POST /v1/me/delete`: the owner types their handle again, or an empty text if they never published a profile. */
export const deleteBody = v.strictObject({ handle: v.string() });
export type DeleteBody = v.InferOutput<typeof deleteBody>;

/** Bodies and answers of exports and deletions. */

/** Body of `POST /v1/me/export` and of `POST /v1/me/exports`. */
export const exportBody = v.pipe(
  v.strictObject(exportChoiceFields),
  v.forward(
    v.check(
      ({ from, until }) => from === '' || until === '' || from <= until,
      'until must not be before from.',
    ),
    ['until'],
  ),
);
export type ExportBody = v.InferOutput<typeof exportBody>;

/** The answer: the export is being prepared. */
export const exportAnswer = v.strictObject({ id: v.string() });
export type ExportAnswer = v.InferOutput<typeof exportAnswer>;

/** Milliseconds for which a link to an export works. */
export const exportLinkLifetime = 15 * 60_000;

/** The answer of `POST /v1/me/exports/link`: an address that works for everybody who has it, until `expiresAt` (epoch milliseconds). */
export const exportLinkAnswer = v.strictObject({ url: v.string(), expiresAt: v.number() });
export type ExportLinkAnswer = v.InferOutput<typeof exportLinkAnswer>;

/** The answer of `POST /v1/me/delete`. With `ticket` the deletion goes on by itself; anybody who has the ticket may ask how far it is. */
export const deleteAnswer = v.union([
  v.strictObject({ deleted: v.literal(true) }),
  v.strictObject({ deleted: v.literal(false), ticket: v.string() }),
]);
export type DeleteAnswer = v.InferOutput<typeof deleteAnswer>;

/** The answer of `GET /v1/deletion`, with the ticket as the bearer token. `unknown`: nobody knows the ticket any more. */
export const deletionAnswer = v.union([leavingState, v.strictObject({ name: v.literal('unknown') })]);
export type DeletionAnswer = v.InferOutput<typeof deletionAnswer>;

/**
 * A mail of the last 30 days. `waiting`: nobody has sent it; `sending`: the server sends it, now or at its next try; `by-hand`: a person has sent it. Moderators do
 * not see address and text, since both can name a reporter.
 */
const moderatedMail = v.strictObject({
  id: v.string(),
  state: v.picklist(['waiting', 'sending', 'sent', 'by-hand', 'failed']),
  subject: v.string(),
  /** Null = only admins see it. */
  to: v.nullable(v.string()),
  text: v.nullable(v.string()),
  /** Why it could not be sent; null = it did not fail. */
  failure: v.nullable(v.string()),
  /** Epoch milliseconds. */
  createdAt: v.number(),
});
export type ModeratedMail = v.InferOutput<typeof moderatedMail>;

/** The answer of `GET /v1/admin/mails`: failed and waiting mails first, then the newest. */
export const mailsAnswer = v.strictObject({
  role: v.picklist(moderationRoles),
  /** `server`: the mails are sent by themselves. `none`: a person sends them by hand. */
  sender: v.picklist(['server', 'none']),
  mails: v.array(moderatedMail),
});
export type MailsAnswer = v.InferOutput<typeof mailsAnswer>;

/** `true`: a person has sent the mail by hand. `again`: the server shall send a mail again that failed. */
const sent = v.union(
  [v.literal(true), v.literal('again')],
  'Say that it was sent, true, or send it "again".',
);

/** Body of `POST /v1/admin/mails/{id}`. */
export const mailBody = v.strictObject({ sent });

/** The answer of `POST /v1/admin/mails/{id}`: what was done. */
export const mailAnswer = v.strictObject({ sent });

/** Recovery codes: what signs in once when the authenticator app is lost. */

/** The answer of `GET /v1/me/recovery-codes`: how many unused codes there are, and when they were made (epoch milliseconds; null = never). */
export const recoveryAnswer = v.strictObject({ left: v.number(), madeAt: v.nullable(v.number()) });
export type RecoveryAnswer = v.InferOutput<typeof recoveryAnswer>;

/** The answer of `POST /v1/me/recovery-codes`: new codes, shown once. Earlier ones no longer work. */
export const newCodesAnswer = v.strictObject({ codes: v.array(v.string()), madeAt: v.number() });
export type NewCodesAnswer = v.InferOutput<typeof newCodesAnswer>;

/**
 * Body of `POST /v1/recovery`, without a sign-in. `pending` = what the sign-in service gave for the first step, `factor` = the id of the second factor
 * that it asks for.
 */
export const recoveryBody = v.strictObject({
  pending: v.pipe(v.string(), v.minLength(1), v.maxLength(8192)),
  factor: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  code: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
});
export type RecoveryBody = v.InferOutput<typeof recoveryBody>;

/** The answer: the second step is off, and the first one now signs in alone. */
export const recoveredAnswer = v.strictObject({ recovered: v.literal(true) });
export type RecoveredAnswer = v.InferOutput<typeof recoveredAnswer>;

/** The id that a browser makes for itself: in the body of `POST`, and in the path of `DELETE /v1/me/sessions/{device}`. */
export const deviceId = requestUuid('Send a UUID.');

/** Body of `POST /v1/me/sessions`: the browser in which the owner is signed in. */
export const sessionBody = v.strictObject({ device: deviceId });

/** The answer: the browsers in which the owner is signed in, last seen first. Times in epoch milliseconds. */
export const sessionsAnswer = v.strictObject({
  sessions: v.array(
    v.strictObject({
      id: v.string(),
      // A dashboard that stayed open over a release does not know the classes of the next one.
      browser: v.fallback(v.picklist(browserClasses), 'other'),
      system: v.fallback(v.picklist(systemClasses), 'other'),
      signedInAt: v.number(),
      lastSeenAt: v.number(),
    }),
  ),
});
export type SessionsAnswer = v.InferOutput<typeof sessionsAnswer>;
export type ShownSession = SessionsAnswer['sessions'][number];

const day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/, 'Write a date such as 2026-01-31.'));

/** Body of `POST /v1/me/terms`: the owner has seen this version of the terms. */
export const seenTermsBody = v.strictObject({ version: day });
export type SeenTermsBody = v.InferOutput<typeof seenTermsBody>;

/** The answer of `GET` and `POST /v1/me/terms`. */
export const termsAnswer = v.strictObject({
  /** The version that applies from this date on; null = the host's terms have no version. */
  version: v.nullable(day),
  /** The newest version that the owner has seen; null = none. */
  seen: v.nullable(day),
});
export type TermsAnswer = v.InferOutput<typeof termsAnswer>;

/** `GET /v1/me/ways` answers every payment method, in the order in which owners see them, with its state at Stripe at this moment. */
export const waysAnswer = v.strictObject({
  ways: v.array(v.strictObject({ type: v.picklist(ownMethodTypes), state: v.picklist(methodStates) })),
});
export type WaysAnswer = v.InferOutput<typeof waysAnswer>;
export type OwnMethod = WaysAnswer['ways'][number];

/** Answer of `GET /v1/handles/{handle}`. `yours`: the signed-in owner has this handle or had it before. Nobody else can get it. */
export const handleAnswer = v.strictObject({
  handle: v.string(),
  state: v.picklist(['free', 'yours', 'taken']),
});
export type HandleAnswer = v.InferOutput<typeof handleAnswer>;

/** Answer of `GET /v1/profiles?handles=`: the profiles by the requested handle, and the handles without a profile. */
export interface ProfilesAnswer<Profile> {
  readonly profiles: Readonly<Record<string, Profile>>;
  readonly missing: readonly string[];
}

export const maxHandlesAtOnce = 50;
