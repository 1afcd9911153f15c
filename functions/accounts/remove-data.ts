import { paths } from '../../core/documents/documents';
import { picturesOf } from '../../core/documents/profile-document';
import { decodeTip } from '../../core/documents/tip-document';
import { jobIdOf } from '../../core/documents/job-document';
import { restrictionOf } from '../../core/profile/standing';
import type { Deps } from '../deps';
import { exportFolderOf } from '../exports/export-files';
import { removePictures } from '../profiles/published-pictures';
import { withdrawAppeals } from '../reports/own-appeals';
import { removeOutbox } from '../outbox/remove-outbox';
import { removeFound } from '../store/remove-found';
import { readable, stored } from '../store/stored';
import { removeTips } from '../tips/remove-tips';
import type { DeleteStep, StepEnd, StepRun } from './delete-step';
import { endMonthlies } from './end-monthlies';
import { endPayment, isOver } from './end-payments';
import { removeMonthlies } from './remove-monthlies';

const pageSize = 100;

/** Passes in which not one tip could be removed, because it was changing or its payment cannot be cancelled. The job tries again later. */
const mostIdlePasses = 5;

/**
 * From here on there is no way back. Every monthly tip ends, every tip is replaced by its ledger entry, then everything else is removed. While Stripe
 * does not answer about a monthly tip, nothing is removed.
 */
export const removeData: DeleteStep = async (deps, run) => {
  await endMonthlies(deps, run.uid);
  const end = await removeAllTips(deps, run);
  return end === 'next' ? removeRest(deps, run) : end;
};

async function removeAllTips(deps: Deps, run: StepRun): Promise<StepEnd> {
  const from = paths.tips(run.uid);
  const query = { from, limit: pageSize } as const;
  let { done } = run;
  const total = done + (await deps.store.sum({ from }, [])).count;
  for (let idle = 0; idle < mostIdlePasses; idle += 1) {
    const found = await deps.store.find(query, (data) => readable(from, decodeTip(data)));
    const tips = found.map(({ value }) => value);
    if (tips.length === 0) return 'next';
    for (const tip of tips) await endPayment(deps, tip);
    // A payment that has just ended has changed its tip, which is read again.
    const ended = tips.filter(isOver);
    await removeTips(deps, ended);
    if (ended.length === 0) continue;
    idle = -1;
    done += ended.length;
    await run.save(`tips ${done}`, done, Math.max(total, done));
    if (run.isOver()) return 'more';
  }
  throw new Error('A payment of a deleted account is still open');
}

const picturesIn = 'pictures ';

async function removeRest(deps: Deps, run: StepRun): Promise<StepEnd> {
  const { store, clock } = deps;
  const { uid, done, place } = run;
  for (const from of [paths.totals(uid), paths.supporters(uid), paths.insights(uid), paths.allFees(uid)]) {
    await removeFound(deps.store, { from });
  }
  await removeMonthlies(deps, uid);
  await removeOutbox(deps, uid);
  await withdrawAppeals(deps, uid);
  const profile = await store.read(stored.profile(uid));
  const hashes = profile === undefined ? hashesIn(place) : picturesOf(profile).map(({ sha256 }) => sha256);
  // After the profile is removed, this is the only place that has the hashes.
  await run.save(`${picturesIn}${hashes.join(',')}`, done, done);
  // A restriction outlives the account: it also bars the account at Stripe.
  const restriction = restrictionOf(await store.read(stored.standing(uid)), clock.now());
  const gone = [
    paths.profile(uid),
    paths.draft(uid),
    paths.account(uid),
    paths.payments(uid),
    paths.linkHealth(uid),
    paths.connecting(uid),
    paths.walletSites(uid),
    paths.seenTerms(uid),
    paths.recoveryCodes(uid),
    paths.knownMethods(uid),
    paths.monthlySetup(uid),
    paths.feesRead(uid),
    paths.sessions(uid),
    paths.channels(uid),
    paths.pace(uid),
    paths.wall(uid),
    paths.export(uid),
    stored.job(jobIdOf('export', uid)).path,
    ...(restriction === null ? [paths.standing(uid)] : []),
  ];
  await store.transaction(async (tx) => {
    for (const path of gone) tx.remove(path);
    return Promise.resolve();
  });
  await deps.exportFiles.removeBelow(exportFolderOf(uid));
  await deps.pictures.removeUploads(uid);
  await removePictures(deps, hashes);
  return 'next';
}

const hashesIn = (place: string | null): readonly string[] =>
  place?.startsWith(picturesIn) ? place.slice(picturesIn.length).split(',').filter(Boolean) : [];
