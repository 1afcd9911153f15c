import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { fail, ok } from '@busker/core/base/result';
import { metadataKeys } from '@busker/core/tip-state/payment-snapshot';
import type { StripeConfig } from '../config';
import {
  referenceIn,
  type CheckoutOrder,
  type KeyRefusal,
  type ListedCheckout,
  type OpenCheckout,
  type PaymentsFailure,
  type PaymentsResult,
} from './payments';

/**
 * Ends the text of a card payment on the fan's bank statement: `ADA LOVELACE* TIP`. With direct charges the owner's text stands before it, shortened by
 * Stripe if both are too long together.
 */
export const statementSuffix = 'TIP';

/** The header for a call on a connected account; none for the server's own. */
export const on = (account: string | null) => (account === null ? {} : { stripeAccount: account });

/** A call's idempotency key. Round 0 is left out, so that keys of earlier releases stay valid. */
export const keyIn = (round: number, key: string): string => (round === 0 ? key : `${key}:r${round}`);

/**
 * A call's idempotency key with a short digest of the texts that its parameters are made of. Stripe refuses a key that comes back within a day with other
 * parameters: after a lost answer, another text must be another call.
 */
export function keyOfTexts(key: string, texts: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(texts)).digest('hex');
  return `${key}:${digest.slice(0, 16)}`;
}

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

/** Stripe's error codes for an account that is no longer connected to us, or belongs to the other mode. */
const disconnected = new Set(['account_invalid', 'livemode_mismatch']);

/** Stripe has one code for two cases: the server's key was replaced, or the owner disconnected this account. See `askedOf`. */
const keyOrAccount = 'platform_api_key_expired';

/** Stripe's error codes about the server's own key. They say nothing about an owner's account. */
const ownKey = new Set([keyOrAccount, 'api_key_expired', 'secret_key_required']);

/** A restricted key that may not make a call is refused without a code; the message names the permission. */
const missingPermission = /\brak_\w+/;

function keyRefusal(error: StripeError, status: number, code: string): KeyRefusal | undefined {
  const about = { code, requestId: error.requestId ?? null };
  if (status === 401 || ownKey.has(code)) return { why: 'invalid', permission: null, ...about };
  if (status !== 403 || disconnected.has(code) || !/\bpermissions?\b/i.test(error.message)) return undefined;
  return { why: 'permission', permission: missingPermission.exec(error.message)?.[0] ?? null, ...about };
}

/**
 * The failure that an SDK error stands for; undefined for other errors, which are bugs and are thrown again. A replayed 500, a conflict that outlived
 * its retries, a rate limit and a lost connection all leave open what happened. A refusal of the server's own key is a failure of the host, never an
 * account that its owner disconnected.
 */
export function failureOf(error: unknown): PaymentsFailure | undefined {
  if (!(error instanceof Stripe.errors.StripeError)) return undefined;
  const status = error.statusCode ?? 0;
  const code = error.code ?? error.type;
  if (error instanceof Stripe.errors.StripeIdempotencyError) {
    return { kind: 'refused', code: 'idempotency_error', requestId: error.requestId ?? null };
  }
  const key = keyRefusal(error, status, code);
  if (key !== undefined) return { kind: 'unavailable', error, key };
  if (status === 404 || disconnected.has(code)) return { kind: 'gone' };
  const passing = status === 0 || status === 409 || status === 429 || status >= 500;
  if (passing)
    return status >= 500 ? { kind: 'unavailable', error, answer: 'error' } : { kind: 'unavailable', error };
  return { kind: 'refused', code, requestId: error.requestId ?? null };
}

/** Calls Stripe and turns its refusals into values. */
export type Asked = <T>(work: () => Promise<T>) => Promise<PaymentsResult<T>>;

const asked: Asked = async (work) => {
  try {
    return ok(await work());
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return fail(failure);
  }
};

/**
 * Asks Stripe with this client. When Stripe's answer leaves open whether the key or the account is at fault, the server's own account is asked: a key
 * that may read it is good, so the account is gone.
 */
export function askedOf(stripe: Stripe): Asked {
  return async (work) => {
    const answer = await asked(work);
    const open =
      !answer.ok && answer.problem.kind === 'unavailable' && answer.problem.key?.code === keyOrAccount;
    if (!open) return answer;
    const own = await asked(() => stripe.accounts.retrieveCurrent());
    return own.ok ? fail({ kind: 'gone' }) : answer;
  };
}

/** The API version of this code: the one that the SDK pins. The sandbox refuses any other. */
export const stripeApiVersion = '2026-10-28.endive';

/** The SDK's default time-out of 80 s is longer than a function may run (60 s); 15 s and two retries fit. Stripe gets no telemetry. */
export function stripeClient({ secretKey, apiBase }: Pick<StripeConfig, 'secretKey' | 'apiBase'>): Stripe {
  const settings = {
    apiVersion: stripeApiVersion,
    timeout: 15_000,
    maxNetworkRetries: 2,
    telemetry: false,
    appInfo: { name: 'Busker' },
  } as const;
  if (apiBase === null) return new Stripe(secretKey, settings);
  const { hostname, port, protocol } = new URL(apiBase);
  const http = protocol === 'http:';
  return new Stripe(secretKey, {
    ...settings,
    host: hostname,
    port: port === '' ? (http ? 80 : 443) : Number(port),
    protocol: http ? 'http' : 'https',
  });
}

/** Stripe's own payment page, for pages that cannot show a card form. */
export class StripeCheckout {
  private readonly asked: Asked;

  constructor(private readonly stripe: Stripe) {
    this.asked = askedOf(stripe);
  }

  open(order: CheckoutOrder): Promise<PaymentsResult<OpenCheckout>> {
    const { account, uid, tipId, amount, currency, applicationFee, receiptEmail } = order;
    const metadata = { [metadataKeys.tipId]: tipId, [metadataKeys.uid]: uid };
    return this.asked(async () => {
      const session = await this.stripe.checkout.sessions.create(
        {
          mode: 'payment',
          ui_mode: 'hosted_page',
          // Always sent, since the owner's setting at Stripe could show another currency, 2 to 4 % dearer than what the sheet said.
          adaptive_pricing: { enabled: order.fanCurrency },
          allowed_payment_method_types: [...order.ways],
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency,
                unit_amount: amount,
                product_data: { name: order.title, description: order.detail },
              },
            },
          ],
          payment_intent_data: {
            metadata,
            description: order.description,
            statement_descriptor_suffix: statementSuffix,
            ...(applicationFee > 0 ? { application_fee_amount: applicationFee } : {}),
            ...(receiptEmail === null ? {} : { receipt_email: receiptEmail }),
          },
          ...(receiptEmail === null ? {} : { customer_email: receiptEmail }),
          client_reference_id: tipId,
          metadata,
          success_url: order.returnUrl,
          cancel_url: order.returnUrl,
          expires_at: Math.floor(order.expiresAt / 1000),
        },
        { ...on(account), idempotencyKey: keyIn(order.keyRound, `tip:${tipId}:cs:1`) },
      );
      return { sessionId: session.id, url: urlOf(session) };
    });
  }

  read(account: string | null, sessionId: string): Promise<PaymentsResult<OpenCheckout | 'closed'>> {
    return this.asked(async () => {
      const session = await this.stripe.checkout.sessions.retrieve(sessionId, {}, on(account));
      return session.status === 'open' ? { sessionId, url: urlOf(session) } : 'closed';
    });
  }

  list(account: string | null, since: number): Promise<PaymentsResult<readonly ListedCheckout[]>> {
    return this.asked(async () => {
      const found: ListedCheckout[] = [];
      const query = { created: { gte: Math.floor(since / 1000) }, limit: 100 };
      for await (const { id, metadata } of this.stripe.checkout.sessions.list(query, on(account))) {
        found.push({ sessionId: id, reference: referenceIn(metadata) });
      }
      return found;
    });
  }

  expire(account: string | null, sessionId: string): Promise<PaymentsResult<null>> {
    return this.asked(async () => {
      await this.stripe.checkout.sessions.expire(sessionId, {}, on(account));
      return null;
    });
  }
}

export function urlOf(session: Stripe.Checkout.Session): string {
  if (session.url === null) throw new Error('Stripe answered an open hosted session without its address');
  return session.url;
}
