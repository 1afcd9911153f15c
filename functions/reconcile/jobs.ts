import { decodePreferences, defaultPreferences } from '../../core/account/account-document';
import { collections, paths } from '../../core/documents/documents';
import type { JobKind } from '../../core/jobs/job-document';
import {
  decodePayments,
  decodeStripeAccount,
  encodeReconcile,
  type ReconcileFields,
  type StripeAccountOwner,
} from '../../core/money-documents/stripe-account-document';
import { decodeTip } from '../../core/money-documents/tip-document';
import { keptOf } from '../../core/money/totals';
import { goalStartWithout } from '../../core/profile/stored-profile';
import { setAside, yearsAfter, type Tip } from '../../core/tip/tip';
import { followAccount } from '../connect/follow-account';
import type { Deps } from '../deps';
import type { JobPlan, JobWork } from '../queue/job-work';
import {
  allReadable,
  each,
  readableItems,
  sweepThrough,
  type Recurring,
  type SweepResult,
} from '../queue/sweep';
import type { Found, Query } from '../store/store';
import { readable, stored } from '../store/stored';
import { unchanged } from '../tips/sync-tip';
import { writeTip } from '../tips/write-tip';
import { endAbandoned, reconcileForSheet, repeatRefunds } from './abandoned-tips';
import { Attempts, answered, compareEntries, entriesOfIntent, followTip } from './compare-payments';
import { activityClassOf, reconcile } from './reconcile-account';

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
      decodeTip,
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
  for await (const owner of allReadable(deps, 'follow-unsettled', from, decodeStripeAccount)) {
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
    decode: decodeStripeAccount,
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

const atMost = 500;

/**
 * Every 5 minutes: the remaining work after the server changed from test keys to live ones. There is nearly always nothing to do, and nothing is
 * logged then.
 */
async function goLive(deps: Deps): Promise<readonly SweepResult[]> {
  const results = [await setTestsAside(deps), await followMode(deps)];
  return results.filter((result) => result !== null);
}

/** On a live server, test tips that still count are removed from the totals and the goal. */
async function setTestsAside(deps: Deps): Promise<SweepResult | null> {
  const found = deps.config.livemode
    ? await deps.store.find(
        {
          from: collections.tips,
          group: true,
          where: [
            ['livemode', '==', false],
            ['contrib.count', '==', 1],
          ],
          limit: atMost,
        },
        decodeTip,
      )
    : [];
  if (found.length === 0) return null;
  return sweepThrough(deps, 'set-tests-aside', found, ({ path, value }) =>
    leave(deps, readable(path, value)),
  );
}

function leave({ store, clock }: Deps, { ownerUid, tipId }: Tip): Promise<boolean> {
  return store.transaction(async (tx) => {
    const tip = await tx.read(stored.tip(ownerUid, tipId));
    if (tip === undefined || tip.livemode || tip.contrib.count === 0) return false;
    const profile = await tx.read(stored.profile(ownerUid));
    if (profile?.goalStart?.kept[tip.currency] !== undefined) {
      const goalStart = goalStartWithout(profile.goalStart, tip.currency, keptOf(tip.contrib));
      tx.write(stored.profile(ownerUid), { ...profile, goalStart });
    }
    writeTip(tx, tip, setAside(tip), { cause: 'schedule', eventId: null }, clock.now());
    return true;
  });
}

/** Each account of the other mode is read once with the new keys. Nothing else would ask its owner to connect again. */
async function followMode(deps: Deps): Promise<SweepResult | null> {
  const where = [['livemode', '==', !deps.config.livemode]] as const;
  const found = await deps.store.find(
    { from: collections.server, group: true, where, limit: atMost },
    decodePayments,
  );
  if (found.length === 0) return null;
  return sweepThrough(deps, 'follow-mode', found, async ({ path, value }) => {
    const [, uid = ''] = path.split('/');
    const followed = await followAccount(deps, uid, readable(path, value).accountId);
    return followed.ok ? true : unchanged(followed.problem);
  });
}

const tipsAPage = 200;
const weekMs = 7 * 24 * 60 * 60_000;
/** The cursor keeps the progress over slices. It names no place, since a tip that was written is no longer found. */
const begun = 'begun';

/** Fields that only tips of earlier releases have: a fingerprint of the fan's address, and the time since when the tip has texts. */
const formerFields = ['source.addressHashExpiresAt', 'textsSince'] as const;

/**
 * The job `upgrade-tips`: writes tips of earlier releases in the present form, without the fingerprint of an address, and with the time at which
 * their texts are erased. While it finds some it comes again after a week, since a server of an earlier release may still write them. It fails when a
 * tip could not be written, so that it is tried again.
 */
const upgradeTips: JobWork = async (deps, run) => {
  let { done } = run.progress;
  let missed = 0;
  for (const field of formerFields) {
    let after: string | null = null;
    for (;;) {
      if (run.isOver()) return 'more';
      const found: Awaited<ReturnType<typeof formerTips>> = await formerTips(deps, field, after);
      const left = new Set(found.map(({ path }) => path));
      const { changed } = await sweepThrough(deps, 'upgrade-tips', found, async ({ path, value }) => {
        const { ownerUid, tipId } = readable(path, value);
        const isWritten = await upgrade(deps, ownerUid, tipId);
        left.delete(path);
        return isWritten;
      });
      done += changed;
      missed += left.size;
      await run.save(begun, { done, total: null });
      // A tip that was written is no longer found. One that failed keeps its place, and the next page begins behind it.
      after = [...left].at(-1) ?? after;
      if (found.length < tipsAPage) break;
    }
  }
  await wantChosen(deps);
  if (missed > 0) throw new Error(`${missed} tips of an earlier release could not be written`);
  return done === 0 ? 'done' : { againAt: deps.clock.now() + weekMs };
};

const formerTips = ({ store }: Deps, field: (typeof formerFields)[number], after: string | null) =>
  store.find(
    {
      from: collections.tips,
      group: true,
      where: [[field, '>', new Date(0)]],
      orderBy: [[field, 'asc']],
      limit: tipsAPage,
      after,
    },
    decodeTip,
  );

/** Tips that were written meanwhile got the usual time: those of owners who chose another one are checked. */
async function wantChosen({ store, jobs }: Deps): Promise<void> {
  const usual = defaultPreferences.keepTipsYears;
  for (const op of ['<', '>'] as const) {
    let after: string | null = null;
    for (;;) {
      const found: readonly Found<ReturnType<typeof decodePreferences>>[] = await store.find(
        { from: collections.accounts, where: [['keepTipsYears', op, usual]], limit: tipsAPage, after },
        decodePreferences,
      );
      for (const { path, value } of found) {
        const choice = value.ok ? { input: String(value.value.keepTipsYears) } : {};
        await jobs.want('keep-texts', path.slice(path.lastIndexOf('/') + 1), choice);
      }
      after = found.at(-1)?.path ?? null;
      if (found.length < tipsAPage) break;
    }
  }
}

/** The tip itself has not changed: no new revision. */
async function upgrade({ store }: Pick<Deps, 'store'>, uid: string, tipId: string): Promise<boolean> {
  const doc = stored.tip(uid, tipId);
  return store.transaction(async (tx) => {
    const tip = await tx.read(doc);
    const { keepTipsYears } = (await tx.read(stored.preferences(uid))) ?? defaultPreferences;
    if (tip === undefined) return false;
    const eraseTextsAt = tip.eraseTextsAt === null ? null : yearsAfter(tip.createdAt, keepTipsYears);
    tx.write(doc, { ...tip, eraseTextsAt });
    return true;
  });
}

/** The jobs that keep stored tips equal to Stripe's payments when events are lost. */
export const tipSweeps = {
  'go-live': each('every-5-minutes', goLive),
  'end-abandoned': each('hourly', endAbandoned),
  'repeat-refunds': each('hourly', repeatRefunds),
  // Each account is a job of its own: they are many, and short.
  reconcile: { ...each('hourly', reconcile), queue: 'looks' },
  'follow-unsettled': each('daily', followUnsettled),
} satisfies Partial<Record<JobKind, Recurring>>;

export const tipJobs = {
  'upgrade-tips': { queue: 'work', work: upgradeTips },
  look: { queue: 'looks', work: reconcileForSheet },
} satisfies Partial<Record<JobKind, JobPlan>>;
