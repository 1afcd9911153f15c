import { collections, paths } from '@busker/core/documents/documents';
import {
  stripeAccountDocument,
  encodeReconcile,
  type ReconcileFields,
  type StripeAccountOwner,
} from '@busker/core/money-documents/stripe-account-document';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import { type Tip } from '@busker/core/tip/tip';
import type { Deps } from '../deps';
import { allReadable, readableItems, sweepThrough, type SweepResult } from '../queue/sweep';
import { stored, type Query } from '../store/store';
import { Attempts, answered, compareEntries, entriesOfIntent, followTip } from './compare-payments';
import { activityClassOf } from './reconcile-account';

const pageSize = 500;

type TipDeps = Pick<Deps, 'store' | 'log'>;

/**
 * The unsettled tips of all owners: with a pending refund, which may wait weeks for balance on the account, or with an undecided dispute. They are few,
 * and are read every day however old they are.
 */
async function unsettledTips(deps: TipDeps): Promise<readonly Tip[]> {
  const found = [
    ...(await allTips(deps, { where: [['refund.status', '==', 'pending']] })),
    ...(await allTips(deps, { where: [['dispute.status', 'in', ['open', 'inquiry']]] })),
  ];
  return [...new Map(found.map((tip) => [tip.tipId, tip])).values()];
}

/** The tips of all owners that were begun since then. */
const youngTips = (deps: TipDeps, since: number): Promise<readonly Tip[]> =>
  allTips(deps, { where: [['createdAt', '>=', new Date(since)]], orderBy: [['createdAt', 'asc']] });

async function allTips(deps: TipDeps, query: Pick<Query, 'where' | 'orderBy'>): Promise<readonly Tip[]> {
  const tips: Tip[] = [];
  let after: string | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof ask>> = await ask(after);
    tips.push(...readableItems(deps, 'follow-unsettled', page));
    after = page.at(-1)?.path ?? null;
    if (page.length < pageSize) return tips;
  }

  function ask(last: string | null) {
    return deps.store.find(
      { from: collections.tips, group: true, ...query, limit: pageSize, after: last },
      tipDocument.decode,
    );
  }
}

const day = 24 * 60 * 60_000;
/** Milliseconds. Tips are seen twice, in case a check of their account was under way when it was made due. After an outage they go back further. */
const youngFor = { least: 2 * day, most: 60 * day } as const;
const atOnce = 100;

/**
 * Daily, for all owners at once: asks about tips that are not settled, and finds the accounts that became busier than their class says, because a tip
 * was begun. So sending a tip needs no extra write, and an idle account with a new tip is checked within a day.
 */
export async function followUnsettled(deps: Deps): Promise<readonly SweepResult[]> {
  await takeUp(deps);
  const unsettled = await unsettledTips(deps);
  const young = await youngTips(deps, await youngSince(deps));
  await makeDue(deps, busyAccounts([...unsettled, ...young], new Set(unsettled), deps));
  const trigger = { cause: 'schedule', eventId: null } as const;
  const followed = await sweepThrough(deps, 'follow-unsettled', unsettled, (tip) =>
    followTip(deps, tip, trigger),
  );
  const declines = await findDeclines(deps, young);
  return declines === null ? [followed] : [followed, declines];
}

async function youngSince({ store, clock }: Deps): Promise<number> {
  const beat = await store.read(stored.heartbeat('follow-unsettled'));
  const now = clock.now();
  const last = beat?.lastOkAt ?? now;
  return Math.max(now - youngFor.most, Math.min(now - youngFor.least, last - day));
}

/** Documents of an earlier release have no time of the next check, so the query of due accounts would not find them. */
async function takeUp(deps: Deps): Promise<void> {
  const { store } = deps;
  const from = collections.stripeAccounts;
  const all = await store.sum({ from }, []);
  const planned = await store.sum({ from, where: [['nextLookAt', '>=', new Date(0)]] }, []);
  if (all.count === planned.count) return;
  for await (const owner of allReadable(deps, 'follow-unsettled', from, stripeAccountDocument.decode)) {
    if (owner.nextLookAt === 0)
      await store.add(paths.stripeAccount(owner.accountId), {}, encodeReconcile({ nextLookAt: 0 }));
  }
}

type Facts = Pick<StripeAccountOwner, 'lastTipAt' | 'unsettledAt'>;

/** What these tips say about their accounts. One that is not paid may still be; until then it is unsettled. */
function busyAccounts(
  tips: readonly Tip[],
  unsettled: ReadonlySet<Tip>,
  { clock }: Deps,
): ReadonlyMap<string, Facts> {
  const facts = new Map<string, Facts>();
  for (const tip of tips) {
    const { accountId } = tip.stripe;
    if (accountId === null) continue;
    const { lastTipAt = null, unsettledAt = null } = facts.get(accountId) ?? {};
    const paid = tip.payment.status === 'succeeded';
    facts.set(accountId, {
      lastTipAt: paid ? Math.max(lastTipAt ?? 0, tip.createdAt) : lastTipAt,
      unsettledAt: paid && !unsettled.has(tip) ? unsettledAt : clock.now(),
    });
  }
  return facts;
}

/** Writes only where the class changes, or soon would. An active account learns of its tips by its own checks. */
async function makeDue(deps: Deps, busy: ReadonlyMap<string, Facts>): Promise<void> {
  const { store, clock } = deps;
  const ids = [...busy.keys()];
  const now = clock.now();
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce);
    const changes = (await ownersOf(deps, some)).flatMap((owner) => {
      const fields = changeOf(owner, busy.get(owner.accountId), now);
      return fields === null ? [] : [{ path: paths.stripeAccount(owner.accountId), fields }];
    });
    if (changes.length === 0) continue;
    await store.commit([], (writes) => {
      for (const { path, fields } of changes) writes.add(path, {}, encodeReconcile(fields));
    });
  }
}

async function ownersOf(deps: Deps, accountIds: readonly string[]): Promise<readonly StripeAccountOwner[]> {
  const docs = accountIds.map((id) => ({
    path: paths.stripeAccount(id),
    decode: stripeAccountDocument.decode,
    encode: () => ({}),
  }));
  const read = await deps.store.readAll(docs);
  const found = docs.flatMap(({ path }, at) => {
    const value = read[at];
    return value === undefined ? [] : [{ path, value }];
  });
  return readableItems(deps, 'follow-unsettled', found);
}

function changeOf(owner: StripeAccountOwner, busy: Facts | undefined, now: number): ReconcileFields | null {
  if (busy === undefined || owner.look === 'unknown') return null;
  const lastTipAt = Math.max(owner.lastTipAt ?? 0, busy.lastTipAt ?? 0);
  const byTip = lastTipAt > 0 && activityClassOf({ lastTipAt, unsettledAt: null }, now + day) === 'active';
  if (owner.look === 'active' && byTip) return null;
  return {
    ...(lastTipAt > 0 ? { lastTipAt } : {}),
    ...(busy.unsettledAt === null ? {} : { unsettledAt: busy.unsettledAt }),
    ...(owner.look === 'idle' ? { nextLookAt: now } : {}),
  };
}

/** Stripe's page does not name its payment while cards are tried, so a decline there is found only in the list of payments. */
async function findDeclines(deps: Deps, young: readonly Tip[]): Promise<SweepResult | null> {
  const tried = young.filter(
    ({ surface, payment }) =>
      surface === 'hosted' && payment.status !== 'succeeded' && payment.attempts === 0,
  );
  const since = new Map<string | null, number>();
  for (const { stripe, createdAt } of tried)
    since.set(stripe.accountId, Math.min(createdAt, since.get(stripe.accountId) ?? createdAt));
  if (since.size === 0) return null;
  return sweepThrough(deps, 'find-declines', [...since], async ([account, from]) => {
    const listed = answered(await deps.payments.listIntents(account, from));
    const attempts = new Attempts();
    const { changed } = await compareEntries(deps, account, listed.flatMap(entriesOfIntent), attempts);
    attempts.end();
    return changed > 0;
  });
}
