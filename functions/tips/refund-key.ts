import type { RefundRequest } from '../../core/documents/tip-document';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { stored } from '../store/stored';

/** After its own error Stripe may still complete the refund, which then appears in its list within this time. */
const settlingMs = 60_000;

const docOf = (tip: Tip, request: RefundRequest) => stored.refund(tip.ownerUid, tip.tipId, request.requestId);

/** Stores that Stripe answered with an error that it repeats under this key. The first time counts. */
export async function noteKeptError(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  tip: Tip,
  request: RefundRequest,
): Promise<void> {
  const doc = docOf(tip, request);
  await store.transaction(async (tx) => {
    const current = await tx.read(doc);
    if (current?.status !== 'requested' || current.keyRound !== request.keyRound) return;
    if (current.keptErrorAt === null) tx.write(doc, { ...current, keptErrorAt: clock.now() });
  });
}

/**
 * The request with the key for its next try. Call it only after Stripe's list showed no refund for this request. A refund must never be made twice:
 * the key stays the same until a minute after Stripe's error, and two concurrent requests use the same next key.
 */
export async function withFreshKey(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  tip: Tip,
  request: RefundRequest,
): Promise<RefundRequest> {
  const { keptErrorAt } = request;
  if (keptErrorAt === null || clock.now() - keptErrorAt < settlingMs) return request;
  const doc = docOf(tip, request);
  return store.transaction(async (tx) => {
    const current = await tx.read(doc);
    if (current?.status !== 'requested' || current.keyRound !== request.keyRound) return current ?? request;
    const next = { ...current, keyRound: current.keyRound + 1, keptErrorAt: null };
    tx.write(doc, next);
    return next;
  });
}
