import Stripe from 'stripe';
import { readDocumentId } from '../../core/base/text';
import { metadataKeys } from '../../core/tip/state/payment-snapshot';
import { fail, ok, type Result } from '../../core/base/result';
import type { WebhookEvent, TipReference } from './payments';

/** Stripe's default tolerance for the age of a signature, in seconds. 0 would switch the check off. */
const toleranceSeconds = 300;

/** The SDK refuses only old signatures. One with a future time could be replayed until that time. */
function isAhead(signature: string, now: number): boolean {
  const times = signature.split(',').filter((part) => part.startsWith('t='));
  return times.some((part) => Number.parseInt(part.slice(2), 10) > now / 1000 + toleranceSeconds);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The ids in an object's metadata. Anybody with write access to a connected account can write anything there. */
function namedIn(metadata: unknown): WebhookEvent['reference'] {
  if (!isRecord(metadata)) return null;
  const named = [text(metadata[metadataKeys.uid]), text(metadata[metadataKeys.tipId])];
  if (named.includes(null)) return null;
  const [uid, tipId] = named.map(readDocumentId);
  return uid === undefined || tipId === undefined ? 'unreadable' : { uid, tipId };
}

/** The tip that an object's metadata names; null = not one of ours. */
export function referenceIn(metadata: unknown): TipReference | null {
  const named = namedIn(metadata);
  return named === 'unreadable' ? null : named;
}

/** An invoice has a copy of the metadata of its subscription. */
function subscriptionMetadata({ parent }: Readonly<Record<string, unknown>>): unknown {
  const details = isRecord(parent) ? parent['subscription_details'] : null;
  return isRecord(details) ? details['metadata'] : null;
}

function invoiceIn({ object, id, invoice }: Readonly<Record<string, unknown>>): string | null {
  if (object === 'invoice') return text(id);
  return object === 'invoice_payment' ? text(invoice) : null;
}

function customerIn({ object, id, customer }: Readonly<Record<string, unknown>>): string | null {
  if (object === 'customer') return text(id);
  return object === 'payment_method' ? text(customer) : null;
}

/**
 * Reads only the object and the account of an event. Its shape follows the endpoint's API version, not ours, and its content is as old as the event,
 * so nothing else is trusted.
 */
function webhookEventOf(event: Stripe.Event): WebhookEvent {
  const object: unknown = event.data.object;
  const fields = isRecord(object) ? object : {};
  const id = text(fields['id']);
  const invoiceId = invoiceIn(fields);
  const customerId = customerIn(fields);
  return {
    id: event.id,
    type: event.type,
    account: event.account ?? null,
    livemode: event.livemode,
    objectId: id,
    paymentIntentId: fields['object'] === 'payment_intent' ? id : text(fields['payment_intent']),
    ...(invoiceId === null ? {} : { invoiceId }),
    ...(customerId === null ? {} : { customerId }),
    reference: namedIn(fields['metadata']) ?? namedIn(subscriptionMetadata(fields)),
  };
}

/**
 * A signed body that is no event of API v1. A thin event of API v2 (`v2.core.account…`) is recognised so that it can be accepted: Stripe sends
 * `account.updated` for the same change, and would repeat a refused event for days.
 */
function unlikeOurs(rawBody: Uint8Array): Result<WebhookEvent, 'unreadable'> {
  const body = parsed(new TextDecoder().decode(rawBody));
  const id = text(isRecord(body) ? body['id'] : null);
  const type = text(isRecord(body) ? body['type'] : null);
  if (!isRecord(body) || body['object'] !== 'v2.core.event' || id === null || type === null) {
    return fail('unreadable');
  }
  const livemode = body['livemode'] === true;
  const nothing = { account: null, objectId: null, paymentIntentId: null, reference: null };
  return ok({ id, type, livemode, ...nothing });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Tries each secret: during a rotation two are valid. */
export async function readWebhookEvent(
  stripe: Stripe,
  secrets: readonly string[],
  rawBody: Uint8Array,
  signature: string,
  now: number,
): Promise<Result<WebhookEvent, 'not-signed' | 'unreadable'>> {
  if (isAhead(signature, now)) return fail('not-signed');
  // The SDK does not check anything with a blank secret.
  for (const secret of secrets.filter((each) => each.trim() !== '')) {
    try {
      const event = await stripe.webhooks.constructEventAsync(
        rawBody,
        signature,
        secret,
        toleranceSeconds,
        undefined,
        now,
      );
      return ok(webhookEventOf(event));
    } catch (error) {
      // The SDK throws other errors only after the signature was found genuine.
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return unlikeOurs(rawBody);
    }
  }
  return fail('not-signed');
}
