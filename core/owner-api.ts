import * as v from 'valibot';
import { currencyCodes } from './currency-codes';

/** Bodies and answers of `/v1/me/…`: an owner's own calls, with a Firebase ID token. Amounts in minor units. */

export const refundReasons = ['requested_by_customer', 'duplicate', 'fraudulent'] as const;

/**
 * Body of `POST /v1/me/tips/{tipId}/refunds`. `requestId` is a UUID made when the dialog opens: the same id is the same refund.
 * `amount` null = all that is left.
 */
export const refundBody = v.strictObject({
  requestId: v.pipe(v.string(), v.uuid('requestId must be a UUID.')),
  amount: v.nullable(
    v.pipe(
      v.number('Enter an amount.'),
      v.integer('Amounts are whole minor units.'),
      v.minValue(1, 'Enter an amount above zero.'),
      v.maxValue(99_999_999, 'This amount is too large.'),
    ),
  ),
  reason: v.picklist(refundReasons, 'Choose a reason.'),
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
  country: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'Choose a country.')),
  currency: v.nullable(v.picklist(currencyCodes, 'This currency is not supported.')),
});
export type ConnectBody = v.InferOutput<typeof connectBody>;

/** Its answer: where the owner goes on. Single use, some minutes; null = nothing is left to do (`single` mode). */
export const connectAnswer = v.strictObject({ url: v.nullable(v.string()) });
export type ConnectAnswer = v.InferOutput<typeof connectAnswer>;

/** Body of `POST /v1/me/sites`: a domain on which wallets (Apple Pay, Google Pay, Link) shall be offered. */
export const siteBody = v.strictObject({
  domain: v.pipe(
    v.string('Enter a domain.'),
    v.trim(),
    v.toLowerCase(),
    v.maxLength(253, 'This domain is too long.'),
    v.regex(
      /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
      'Write the domain as blog.example.com.',
    ),
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

/** Body of `POST /v1/me/delete`: the handle typed once more, or the empty text of who never published. */
export const deleteBody = v.strictObject({ handle: v.string() });
export type DeleteBody = v.InferOutput<typeof deleteBody>;
