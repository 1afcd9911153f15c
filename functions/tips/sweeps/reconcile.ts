import { collections, paths } from '../../../core/documents/documents';
import { noContribution, type TipContribution } from '../../../core/money/totals';
import {
  decodeStripeAccount,
  type StripeAccountOwner,
} from '../../../core/documents/stripe-account-document';
import { decodeTip } from '../../../core/documents/tip-document';
import { decodeTotalsShard, sumTotals } from '../../../core/documents/totals-document';
import { addContribution } from '../../../core/money/totals';
import type { Result } from '../../../core/base/result';
import { allDocuments } from '../../store/all-documents';
import type { Deps } from '../../deps';
import { lookAtAccount, markDisconnected } from '../../accounts/follow-account';
import { GoneAccounts } from '../../accounts/gone-accounts';
import type { Transaction } from '../../store/store';
import { stored } from '../../store/stored';
import { comparePayments } from './compare-payments';
import { NotAnswered, sweepThrough, unchanged, type SweepResult } from '../../jobs/sweep';

const dayMs = 24 * 60 * 60_000;

/**
 * Daily: compares each account's objects at Stripe with our tips. It lists objects, not events: Stripe says that an event can be lost for good.
 * Then it sums up the totals of every owner with payments again and compares them. Accounts that are gone are marked at the end, and only if they are
 * few: otherwise the check stops and writes this to the log.
 */
export async function reconcile(deps: Deps): Promise<readonly SweepResult[]> {
  const accounts = await allPages(deps, { from: collections.stripeAccounts }, decodeStripeAccount);
  const gone = new GoneAccounts<StripeAccountOwner>(accounts.length);
  const looked = await sweepThrough(deps, 'reconcile', accounts, async (owner) => {
    if (gone.areTooMany) throw new NotAnswered(new Error('Too many accounts are gone'));
    const look = await lookAtAccount(deps, owner);
    if (look.ok && look.value === 'newly-gone') {
      gone.found.push(owner);
      return false;
    }
    if (!look.ok && look.problem.kind === 'unavailable' && look.problem.key) unchanged(look.problem);
    const changed = await compareAccount(deps, owner);
    if (!look.ok) unchanged(look.problem);
    return changed;
  });
  if (gone.areTooMany) {
    deps.log.accountsGone({ gone: gone.found.length, looked: gone.looked });
    return [looked];
  }
  if (gone.found.length === 0) return [looked];
  const marked = await sweepThrough(deps, 'mark-disconnected', gone.found, async (owner) => {
    await markDisconnected(deps, owner);
    await compareAccount(deps, owner);
    return true;
  });
  return [looked, marked];
}

/**
 * The same for one account, when somebody asks for it. `unknown`: no owner has connected it. `gone`: Stripe does not show it to us now; the daily
 * check decides what that means.
 */
export async function reconcileAccount(
  deps: Deps,
  accountId: string,
): Promise<'changed' | 'same' | 'gone' | 'unknown' | 'not-answered'> {
  const owner = await deps.store.read(stored.stripeAccount(accountId));
  if (owner === undefined) return 'unknown';
  const look = await lookAtAccount(deps, owner);
  if (!look.ok) return look.problem.kind === 'gone' ? 'gone' : 'not-answered';
  if (look.value === 'newly-gone') return 'gone';
  try {
    return (await compareAccount(deps, owner)) ? 'changed' : 'same';
  } catch (error) {
    if (error instanceof NotAnswered) return 'not-answered';
    throw error;
  }
}

/** Whether a tip had to be updated from Stripe. */
async function compareAccount(
  deps: Deps,
  { accountId, uid, comparedAt }: StripeAccountOwner,
): Promise<boolean> {
  const now = deps.clock.now();
  const account = deps.config.mode === 'single' ? null : accountId;
  const { checked, changed, isThere } = await comparePayments(deps, account, uid, missedMs(comparedAt, now));
  if (checked > 0) await compareTotals(deps, uid);
  if (isThere) await deps.store.transaction(async (tx) => noteCompared(tx, accountId, now));
  return changed > 0;
}

/** After an outage the lists start that much earlier, two months at most. */
const missedMs = (comparedAt: number | null, now: number) =>
  Math.min(60 * dayMs, Math.max(0, now - (comparedAt ?? now) - dayMs));

async function noteCompared(tx: Transaction, accountId: string, comparedAt: number): Promise<void> {
  const doc = stored.stripeAccount(accountId);
  const owner = await tx.read(doc);
  if (owner !== undefined) tx.write(doc, { ...owner, comparedAt });
}

/** A difference is checked twice: a tip may have been written between the two sums. */
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
  const storedSums = new Map<string, TipContribution>(Object.entries(counted));
  return [...currencies].every((currency) =>
    same(sums.get(currency) ?? noContribution, storedSums.get(currency) ?? noContribution),
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
