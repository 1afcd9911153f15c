import { timingSafeEqual } from 'node:crypto';
import type { TipByPayment, TipByPaymentRequest } from '../../core/api/tip-api';
import { decodeTip } from '../../core/documents/tip-document';
import { collections } from '../../core/documents/documents';
import { problem, fail, ok, type Result } from '../../core/base/result';
import type { Tip } from '../../core/tip/tip';
import type { Deps } from '../deps';
import { logUnavailable } from '../log';
import { knownAddress, inSameTime, type Caller } from '../limits/owner-limits';
import { readable } from '../store/stored';
import { tooMany } from './create/admit-tip';
import { tipRules } from './tip-rate-limits';
import { signTipToken } from './tip-tokens';

type ByPaymentDeps = Pick<Deps, 'store' | 'payments' | 'config' | 'limits' | 'clock' | 'pause' | 'log'>;

/**
 * The tip of a fan who comes back from a bank. Stripe added the payment and its client secret to the page's address, and only the fan has that secret:
 * whoever shows it gets the tip's token again, with which the card shows the amount, the receipt and the undo. Everybody else is refused after
 * the same time, although Stripe is asked only about payments that are ours.
 */
export async function tipByPayment(
  deps: ByPaymentDeps,
  shown: TipByPaymentRequest,
  caller: Caller,
): Promise<Result<TipByPayment>> {
  const { config, limits } = deps;
  const rules = tipRules(config);
  const address = knownAddress(deps, caller);
  const states = await limits.count([
    address === null ? rules.byPayment(shown.paymentIntent) : rules.byPaymentOfAddress(address.hash),
  ]);
  if (states.some(({ left }) => left < 0)) return fail(tooMany(states));
  return inSameTime(
    deps,
    () => tipOfSecret(deps, shown),
    (found) => !found.ok,
  );
}

async function tipOfSecret(
  deps: ByPaymentDeps,
  { paymentIntent, clientSecret }: TipByPaymentRequest,
): Promise<Result<TipByPayment>> {
  const { config, payments, log } = deps;
  const tip = await tipOfPayment(deps, paymentIntent);
  if (tip === undefined) return fail(problem('tip-not-found'));
  const asked = await payments.readIntent(tip.stripe.accountId, paymentIntent);
  if (!asked.ok) {
    if (asked.problem.kind === 'gone') return fail(problem('tip-not-found'));
    if (asked.problem.kind === 'unavailable') logUnavailable(log, asked.problem);
    return fail(problem('service-unavailable'));
  }
  if (!isSame(asked.value.clientSecret, clientSecret)) return fail(problem('tip-not-found'));
  const { ownerUid: uid, tipId, handle } = tip;
  return ok({ tipId, tipToken: signTipToken(config.secrets, { uid, tipId }), handle });
}

/** A payment belongs to one connected account, and only the stored tip says which. */
async function tipOfPayment({ store }: Pick<Deps, 'store'>, paymentIntent: string): Promise<Tip | undefined> {
  const where = [['stripe.paymentIntentId', '==', paymentIntent]] as const;
  const query = { from: collections.tips, group: true, where, limit: 1 } as const;
  const [found] = await store.find(query, (data) => readable(collections.tips, decodeTip(data)));
  return found?.value;
}

/** Takes the same time however many letters agree. */
function isSame(wanted: string, given: string): boolean {
  const [known, asked] = [Buffer.from(wanted), Buffer.from(given)];
  return known.length === asked.length && timingSafeEqual(known, asked);
}
