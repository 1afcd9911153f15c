import { paths } from '../../core/documents';
import { isMismatch } from '../../core/payment-mismatch';
import { noContribution, type Tip, type TipContribution } from '../../core/tip';
import { decodeStripeAccount } from '../../core/stripe-account-document';
import { decodeTip } from '../../core/tip-document';
import { addContribution, decodeTotalsShard, sumTotals } from '../../core/totals-document';
import type { Result } from '../../core/result';
import { allDocuments } from '../all-documents';
import type { Deps } from '../deps';
import type { ListedIntent } from '../payments';
import { stored } from '../stored';
import { syncTip } from '../sync-tip';
import { sweepThrough, unchanged, type SweepResult } from './sweep';

const lookBackMs = 3 * 24 * 60 * 60_000;

/**
 * Daily: Stripe's payments of the last three days beside ours. Objects are listed, not events: Stripe says that an event can be lost
 * for good. Afterwards the totals of every owner who had payments are added up anew and compared.
 */
export async function reconcile(deps: Deps): Promise<SweepResult> {
  const accounts = await allPages(deps, { from: 'stripeAccounts' }, decodeStripeAccount);
  return sweepThrough(deps, 'reconcile', accounts, async ({ accountId, uid }) => {
    const account = deps.config.mode === 'single' ? null : accountId;
    const since = deps.clock.now() - lookBackMs;
    const listed = await deps.payments.listIntents(account, since);
    if (!listed.ok) return unchanged(listed.problem);
    let changed = false;
    for (const intent of listed.value) changed = (await compare(deps, account, intent)) || changed;
    changed = (await followTraces(deps, account, since)) || changed;
    if (listed.value.length > 0) await compareTotals(deps, uid);
    return changed;
  });
}

async function compare(deps: Deps, account: string | null, intent: ListedIntent): Promise<boolean> {
  const { reference } = intent;
  if (reference === null) return false;
  const tip = await deps.store.read(stored.tip(reference.uid, reference.tipId));
  if (tip === undefined || tip.stripe.accountId !== account) {
    if (intent.succeeded)
      deps.log.sweepFound({ sweep: 'reconcile', what: 'paid-without-tip', tipId: reference.tipId });
    return false;
  }
  if (agrees(tip, intent)) return false;
  const tell = () => deps.log.sweepFound({ sweep: 'reconcile', what: 'behind-stripe', tipId: tip.tipId });
  const isHeld = tip.moderation.reasons.some((reason) => isMismatch(reason));
  if (!isHeld) tell();
  const synced = await syncTip(deps, reference, { cause: 'schedule', eventId: null });
  if (!synced.ok) return unchanged(synced.problem);
  const isChanged = synced.value.rev !== tip.rev;
  // A held tip was told when it was held. Until a person has dealt with it each day meets it again, and only what is new is told.
  if (isHeld && isChanged) tell();
  return isChanged;
}

/** What the list of payments does not tell, and whose events may have been lost: banks' warnings, and refunds that failed. */
async function followTraces(deps: Deps, account: string | null, since: number): Promise<boolean> {
  const [warned, failed] = [
    await deps.payments.listWarned(account, since),
    await deps.payments.listFailedRefunds(account, since),
  ];
  let changed = false;
  const look = async (found: typeof warned, heardOf: 'warning' | 'refund') => {
    if (!found.ok && found.problem.kind === 'unavailable') unchanged(found.problem);
    for (const reference of found.ok ? found.value : []) {
      const tip = await deps.store.read(stored.tip(reference.uid, reference.tipId));
      if (tip === undefined || tip.stripe.accountId !== account || knows(tip, heardOf)) continue;
      const synced = await syncTip(deps, reference, { cause: 'schedule', eventId: null, heardOf });
      if (!synced.ok) unchanged(synced.problem);
      changed ||= synced.ok;
    }
  };
  await look(warned, 'warning');
  await look(failed, 'refund');
  return changed;
}

const knows = ({ warning, refund }: Tip, heardOf: 'warning' | 'refund') =>
  heardOf === 'warning' ? warning !== null : refund.status !== 'none';

/**
 * Against what was counted: a refund of ours whose answer was lost is reserved, but not counted yet. A payment that was not counted
 * because it was unlike its tip is looked at again: the tip's new amount may have been written after its success was heard of.
 */
function agrees({ payment, contrib, dispute }: Tip, intent: ListedIntent): boolean {
  if (intent.succeeded !== (payment.status === 'succeeded' && contrib.count === 1)) return false;
  return intent.refunded === contrib.refunded && intent.disputed === (dispute.status !== 'none');
}

/** A difference is looked at twice: a tip may have been written between the two sums. */
async function compareTotals(deps: Deps, uid: string): Promise<void> {
  if ((await totalsAgree(deps, uid)) || (await totalsAgree(deps, uid))) return;
  deps.log.sweepFound({ sweep: 'reconcile', what: 'totals-differ', tipId: null });
}

export async function totalsAgree(deps: Pick<Deps, 'store'>, uid: string): Promise<boolean> {
  const shards = await allPages(deps, { from: paths.totals(uid) }, decodeTotalsShard);
  const tips = await allPages(deps, { from: paths.tips(uid) }, decodeTip);
  const counted = sumTotals(shards);
  const sums = new Map<string, TipContribution>();
  for (const { currency, contrib } of tips) {
    sums.set(currency, addContribution(sums.get(currency) ?? noContribution, contrib));
  }
  const currencies = new Set([...sums.keys(), ...Object.keys(counted)]);
  const told = new Map<string, TipContribution>(Object.entries(counted));
  return [...currencies].every((currency) =>
    same(sums.get(currency) ?? noContribution, told.get(currency) ?? noContribution),
  );
}

const same = (a: TipContribution, b: TipContribution) =>
  a.count === b.count && a.gross === b.gross && a.refunded === b.refunded && a.disputed === b.disputed;

async function allPages<T>(
  { store }: Pick<Deps, 'store'>,
  { from }: { readonly from: string },
  decode: (data: unknown) => Result<T>,
): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const { value } of allDocuments(store, from, decode)) all.push(value);
  return all;
}
