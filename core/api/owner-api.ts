import * as v from 'valibot';
import { currencyCodes } from '../money/currency-codes';
import { completeUrl } from '../profile/link';
import { linkStates } from '../documents/link-health-document';
import { requestUuid } from '../base/request-id';
import { isWebAddress } from '../base/safe-url';
import { cleanLines, codePointLength } from '../base/clean-text';
import { fault } from '../base/field-faults';
import { replyLimit } from '../tip/reply';

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
 * `linkHealth/{uid}` (core/documents/link-health-document.ts). The daily check writes there too, and the owner may listen to it.
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
