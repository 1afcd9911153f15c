import Stripe from 'stripe';
import { metadataKeys } from '../../core/payment-snapshot';
import { fail, ok, type Result } from '../../core/result';
import type { StripeBell, TipReference } from '../ports/payments';

/** Stripe's own tolerance for the age of a signature, in seconds. 0 would switch the check off. */
const toleranceSeconds = 300;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The tip that an object's metadata names; null = not one of ours. */
export function referenceIn(metadata: unknown): TipReference | null {
  if (!isRecord(metadata)) return null;
  const [uid, tipId] = [text(metadata[metadataKeys.uid]), text(metadata[metadataKeys.tipId])];
  return uid === null || tipId === null ? null : { uid, tipId };
}

/**
 * Reads as little of an event as can be: which object, on which account. Its shape follows the endpoint's API version, not ours, and
 * its content is as old as the event: neither is trusted with more.
 */
function bellOf(event: Stripe.Event): StripeBell {
  const object: unknown = event.data.object;
  const fields = isRecord(object) ? object : {};
  const id = text(fields['id']);
  return {
    id: event.id,
    type: event.type,
    account: event.account ?? null,
    livemode: event.livemode,
    objectId: id,
    paymentIntentId: fields['object'] === 'payment_intent' ? id : text(fields['payment_intent']),
    reference: referenceIn(fields['metadata']),
  };
}

/** Tries each secret: while one is being replaced, two are valid. */
export async function readBell(
  stripe: Stripe,
  secrets: readonly string[],
  rawBody: Uint8Array,
  signature: string,
  now: number,
): Promise<Result<StripeBell, 'not-signed' | 'unreadable'>> {
  for (const secret of secrets) {
    try {
      const event = await stripe.webhooks.constructEventAsync(
        rawBody,
        signature,
        secret,
        toleranceSeconds,
        undefined,
        now,
      );
      return ok(bellOf(event));
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return fail('unreadable');
    }
  }
  return fail('not-signed');
}
