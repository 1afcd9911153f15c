import * as v from 'valibot';
import { currencyCodes } from '../money/currency-codes';
import { completeUrl } from '../profile/link';
import { linkStates } from '../documents/link-health-document';
import { requestUuid } from '../base/request-id';
import { isWebAddress } from '../base/safe-url';
import { fault } from '../base/field-faults';

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

/** Its answer. `pending`: the money waits at Stripe (a short balance, for example), or Stripe has not answered yet. */
export const refundAnswer = v.strictObject({
  requestId: v.string(),
  amount: v.number(),
  status: v.picklist(['pending', 'succeeded', 'failed']),
  /** Of the whole tip, after this. */
  refunded: v.number(),
  pending: v.number(),
});
export type RefundAnswer = v.InferOutput<typeof refundAnswer>;

/** Body of `POST /v1/me/tips/{tipId}/moderation`: may others see name and message of this tip. */
export const moderationBody = v.strictObject({ state: v.picklist(['visible', 'hidden']) });
export type ModerationBody = v.InferOutput<typeof moderationBody>;

/**
 * Body of `POST /v1/me/payments/connect`. The country (ISO 3166, upper case) cannot be changed later. `currency` of every tip; null =
 * the country's own.
 */
export const connectBody = v.strictObject({
  country: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, fault('country-missing'))),
  currency: v.nullable(v.picklist(currencyCodes, fault('currency-unknown'))),
});
export type ConnectBody = v.InferOutput<typeof connectBody>;

/** Its answer: where the owner goes on. Single use, some minutes; null = nothing is left to do (`single` mode). */
export const connectAnswer = v.strictObject({ url: v.nullable(v.string()) });
export type ConnectAnswer = v.InferOutput<typeof connectAnswer>;

/** Body of `POST /v1/me/sites`: a domain on which wallets (Apple Pay, Google Pay, Link) shall be offered. */
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

/** One of them, as Stripe sees it. `GET /v1/me/sites` answers `{sites}`. */
export const site = v.strictObject({
  domain: v.string(),
  applePay: walletStatus,
  googlePay: walletStatus,
  link: walletStatus,
  /** Stripe's words on what stands in the way of Apple Pay; null = nothing. */
  problem: v.nullable(v.string()),
});
export type Site = v.InferOutput<typeof site>;

export const sitesAnswer = v.strictObject({ sites: v.array(site) });
export type SitesAnswer = v.InferOutput<typeof sitesAnswer>;

/** The address of a page or a picture on the web; may leave out `https://`. */
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

/** Why a page could not be looked at. `not-allowed`: a private address, or a port that web sites do not use. */
export const pageFailures = [
  'not-allowed',
  'name-not-found',
  'no-answer',
  'timed-out',
  'too-large',
  'too-many-redirects',
  'error-status',
] as const;

/** A Content-Security-Policy of the page. `mended` is the whole policy with what was missing. */
export const sitePolicy = v.strictObject({
  from: v.picklist(['header', 'meta']),
  policy: v.string(),
  missing: v.array(v.strictObject({ directive: v.string(), sources: v.array(v.string()) })),
  needsNonce: v.boolean(),
  mended: v.string(),
});

/** Its answer. A page that cannot be looked at is an answer too: `failure` says why, and the rest is empty. */
export const siteCheckAnswer = v.strictObject({
  /** Where redirects led to; what was asked for when there is no answer. */
  url: v.string(),
  status: v.nullable(v.number()),
  failure: v.nullable(v.picklist(pageFailures)),
  /**
   * What of this owner stands in the page's HTML, the best of it. `nothing` may also be a page that builds itself by script: its HTML
   * does not tell.
   */
  found: v.picklist(['card', 'frame', 'link', 'nothing']),
  /** Handles of other people's cards on this page: often a spelling mistake. */
  otherHandles: v.array(v.string()),
  /** The embed's script: `other-host` = only one of another Busker server. `none` is fine where no card is. */
  script: v.picklist(['here', 'other-host', 'none']),
  /** Every policy of the page. Empty = the page has none, and nothing stands in the way. */
  policies: v.array(sitePolicy),
  /** The Permissions-Policy header to send, when the page's own takes the wallets away; else null. */
  permissionsLine: v.nullable(v.string()),
  /** All is well: a card (or frame) with its script, and nothing that blocks it. */
  live: v.boolean(),
});
export type SiteCheckAnswer = v.InferOutput<typeof siteCheckAnswer>;

/** Body of `POST /v1/me/links/verify`: an address of the published profile, as it is written there. */
export const verifyLinkBody = v.strictObject({ url: v.pipe(v.string(), v.maxLength(2048)) });
export type VerifyLinkBody = v.InferOutput<typeof verifyLinkBody>;

/**
 * Its answer. `verified`: that page links back to the profile with rel="me", and cards show the mark. `no-link-back`: it does not.
 * `other-site`: the address leads to another site, which would not prove anything. `unreachable`: the page did not answer, or does
 * not let programs look. `not-a-page`: mail and telephone links cannot be verified.
 */
export const verifyLinkAnswer = v.strictObject({
  url: v.string(),
  outcome: v.picklist(['verified', 'no-link-back', 'other-site', 'unreachable', 'not-a-page']),
  /** `<a rel="me" href="…">` with this address is what the page needs. */
  linkBack: v.string(),
});
export type VerifyLinkAnswer = v.InferOutput<typeof verifyLinkAnswer>;

/**
 * Answer of `POST /v1/me/links/check`: every published web link, looked at now (a few times an hour at most). The same lies in
 * `linkHealth/{uid}` (core/documents/link-health-document.ts), where the daily look writes too and the owner may listen.
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

/** Body of `POST /v1/me/delete`: the handle typed once more, or the empty text of who never published. */
export const deleteBody = v.strictObject({ handle: v.string() });
export type DeleteBody = v.InferOutput<typeof deleteBody>;
