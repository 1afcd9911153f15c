import { preferencesDocument, defaultPreferences } from '@busker/core/account/account-document';
import { collections } from '@busker/core/documents/documents';
import type { JobKind } from '@busker/core/jobs/job-document';
import { paymentsDocument } from '@busker/core/money-documents/stripe-account-document';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import { keptOf } from '@busker/core/money/money';
import { goalStartWithout } from '@busker/core/profile/profile';
import { setAside, yearsAfter, type Tip } from '@busker/core/tip/tip';
import { followAccount } from '../connect/follow-account';
import type { Deps } from '../deps';
import type { JobPlan, JobWork } from '../queue/job-work';
import { each, sweepThrough, type Recurring, type SweepResult } from '../queue/sweep';
import { readable, stored, type Found } from '../store/store';
import { unchanged } from '../tips/sync-tip';
import { writeTip } from '../tips/write-tip';
import { endAbandoned, reconcileForSheet, repeatRefunds } from './abandoned-tips';
import { reconcile } from './reconcile-account';
import { followUnsettled } from './follow-unsettled';

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
        tipDocument.decode,
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
    paymentsDocument.decode,
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
    tipDocument.decode,
  );

/** Tips that were written meanwhile got the usual time: those of owners who chose another one are checked. */
async function wantChosen({ store, jobs }: Deps): Promise<void> {
  const usual = defaultPreferences.keepTipsYears;
  for (const op of ['<', '>'] as const) {
    let after: string | null = null;
    for (;;) {
      const found: readonly Found<ReturnType<typeof preferencesDocument.decode>>[] = await store.find(
        { from: collections.accounts, where: [['keepTipsYears', op, usual]], limit: tipsAPage, after },
        preferencesDocument.decode,
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
