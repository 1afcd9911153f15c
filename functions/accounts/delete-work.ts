import { ok } from '@busker/core/base/result';
import {
  deletionOf,
  leavingAt,
  leavingSteps,
  type Leaving,
  type LeavingState,
  type LeavingStep,
} from '@busker/core/account/account-document';
import { paths } from '@busker/core/documents/documents';
import { jobIdOf } from '@busker/core/jobs/job-document';
import { consentOf, monthlyDocument } from '@busker/core/money-documents/monthly-document';
import { picturesOf } from '@busker/core/profile-documents/profile-document';
import { ledgerEntryOf } from '@busker/core/money-documents/stripe-account-document';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import type { Monthly } from '@busker/core/monthly/monthly';
import { restrictionOf } from '@busker/core/moderation/standing';
import { isOpenPayment } from '@busker/core/tip-state/tip-projection';
import type { PaymentStatus, Tip } from '@busker/core/tip/tip';
import type { Deps } from '../deps';
import { removeDomain } from '../domains/follow-domain';
import { exportFolderOf } from '../exports/export-files';
import { endMonthly, finishWithdrawal, isToEnd, syncMonthly } from '../monthly/sync-monthly';
import { channelsReturn } from '../channels/own-channels';
import { removeOutbox } from '../overlay/make-overlay';
import { claimsOf } from '../profiles/publish';
import { removePictures } from '../pictures/published-pictures';
import type { JobEnd } from '../queue/task-queue';
import type { JobRun } from '../queue/job-work';
import { NotAnswered } from '../queue/sweep';
import { withdrawAppeals } from '../reports/decisions';
import { allDocuments, readable, stored, removeFound, type Query, type Transaction } from '../store/store';
import { removeTips, closeTip } from '../open-tips/change-amount';
import { endAtStripe, syncTip, unchanged, type SyncFailure } from '../tips/sync-tip';

/** `next`: the step is done. `more`: the time of the slice is over. `busy`: something is open that somebody must answer for. */
type StepEnd = 'next' | 'more' | 'busy';

/** One slice of a step of a deletion. */
interface StepRun {
  readonly uid: string;
  /** The place in this step that was saved last; null = it begins. */
  readonly place: string | null;
  /** How many items of this step are done. */
  readonly done: number;
  /** Stores how far the step came, for the job and for the owner. */
  save(place: string, done: number, total: number | null): Promise<void>;
  readonly isOver: JobRun['isOver'];
}

type DeleteStep = (deps: Deps, run: StepRun) => Promise<StepEnd>;

const pageSize = 100;

/** A payment may be created at the moment in which the others end. Then all are read again. */
const mostPasses = 5;

const open: readonly PaymentStatus[] = ['draft', 'awaiting', 'requires_action', 'processing', 'unknown'];
const isOpen = (uid: string) => ({ from: paths.tips(uid), where: [['payment.status', 'in', open]] }) as const;

/** A draft has no payment to cancel: the code that creates one checks that the tip still exists before a fan gets it. */
const isOver = ({ payment, stripe }: Tip): boolean =>
  !isOpenPayment(payment.status) || (stripe.paymentIntentId === null && stripe.checkoutSessionId === null);

/** Cancels an open payment. One that succeeded meanwhile stays, and goes into the books. Throws when Stripe does not answer. */
async function endPayment(deps: Deps, tip: Tip): Promise<void> {
  if (isOver(tip)) return;
  const ended = await endAtStripe(deps, tip, 'abandoned');
  if (!ended.ok && ended.problem.kind === 'unavailable') throw notAnswered(ended.problem);
  if (!ended.ok && ended.problem.kind === 'gone') {
    await closeTip(deps, tip, 'expired');
    return;
  }
  const trigger = { cause: 'schedule', eventId: null } as const;
  const synced = await syncTip(deps, { uid: tip.ownerUid, tipId: tip.tipId }, trigger);
  if (!synced.ok && synced.problem.kind === 'unavailable') throw notAnswered(synced.problem);
}

const notAnswered = ({ error }: { readonly error: unknown }) =>
  new NotAnswered(error instanceof Error ? error : new Error('unavailable'));

/** Whether a payment is open that can still succeed. */
async function hasOpenPayments({ store }: Pick<Deps, 'store'>, uid: string): Promise<boolean> {
  for await (const page of openTips(store, uid)) if (!page.every(isOver)) return true;
  return false;
}

async function* openTips(store: Deps['store'], uid: string): AsyncGenerator<readonly Tip[]> {
  let after: string | null = null;
  do {
    const query = { ...isOpen(uid), limit: pageSize, after };
    const found: readonly { readonly path: string; readonly value: Tip }[] = await store.find(query, (data) =>
      readable(query.from, tipDocument.decode(data)),
    );
    yield found.map(({ value }) => value);
    after = found.length < pageSize ? null : (found.at(-1)?.path ?? null);
  } while (after !== null);
}

/** Ends every payment that is not paid yet. `busy`: one cannot be ended, because the bank is processing it. */
const endPayments: DeleteStep = async (deps, run) => {
  const total = (await deps.store.sum(isOpen(run.uid), [])).count;
  let { done } = run;
  for (let pass = 0; pass < mostPasses; pass += 1) {
    for await (const page of openTips(deps.store, run.uid)) {
      for (const tip of page) {
        await endPayment(deps, tip);
        done += 1;
        if (done % 10 === 0) await run.save(`${done}`, done, Math.max(total, done));
        if (run.isOver()) return 'more';
      }
    }
    if (!(await hasOpenPayments(deps, run.uid))) return 'next';
  }
  return 'busy';
};

const matters = [
  [['refund.status', '==', 'pending']],
  [['dispute.status', 'in', ['open', 'inquiry']]],
] as const satisfies readonly Query['where'][];

/**
 * Whether somebody must still answer for a refund or a dispute of this owner. For a disconnected account that happens at Stripe alone, and we cannot
 * follow it.
 */
export async function hasOpenMatters({ store }: Pick<Deps, 'store'>, uid: string): Promise<boolean> {
  const payments = await store.read(stored.payments(uid));
  const from = paths.tips(uid);
  for (const where of matters) {
    let after: string | null = null;
    do {
      const query: Query = { from, where, limit: pageSize, after };
      const found = await store.find(query, (data) => readable(from, tipDocument.decode(data)));
      if (found.some(({ value }) => isHeardOf(value, payments))) return true;
      after = found.length < pageSize ? null : (found.at(-1)?.path ?? null);
    } while (after !== null);
  }
  return false;
}

/** Whether Stripe still sends events about the tip: none come for a disconnected account, even when another account has replaced it. */
const isHeardOf = ({ stripe }: Tip, payments: PaymentsState | undefined) =>
  payments === undefined || (payments.disconnectedAt === null && payments.accountId === stripe.accountId);

const deleteWorkPageSize = 500;

/**
 * Writes the ledger entry of every paid tip, and removes nothing: up to here the deletion can stop. The tips keep changing, so their entries are
 * written once more when they are removed.
 */
const copyBooks: DeleteStep = async (deps, run) => {
  const { store } = deps;
  const from = paths.tips(run.uid);
  const total = (await store.sum({ from }, [])).count;
  let { done, place } = run;
  for (;;) {
    if (await hasOpenMatters(deps, run.uid)) return 'busy';
    const after: string | null = place === null ? null : paths.tip(run.uid, place);
    const found = await store.find({ from, limit: deleteWorkPageSize, after }, (data) =>
      readable(from, tipDocument.decode(data)),
    );
    const tips = found.map(({ value }) => value);
    await store.commit([], (writes) => {
      for (const tip of tips) {
        if (tip.payment.succeededAt === null) continue;
        writes.write(stored.ledgerEntry(run.uid, tip.tipId), ledgerEntryOf(tip));
      }
    });
    const last = tips.at(-1);
    if (last === undefined || tips.length < deleteWorkPageSize) return 'next';
    done += tips.length;
    place = last.tipId;
    await run.save(place, done, total);
    if (run.isOver()) return 'more';
  }
};

/** Removes the copies again. `false` = the time of the slice is over. */
async function dropCopies(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  isOver: () => boolean,
): Promise<boolean> {
  for (;;) {
    const found = await store.find({ from: paths.ledgerEntries(uid), limit: deleteWorkPageSize }, () => null);
    if (found.length === 0) return true;
    await store.commit([], (writes) => {
      for (const { path } of found) writes.remove(path);
    });
    if (isOver()) return false;
  }
}

const trigger = { cause: 'schedule', eventId: null } as const;

/**
 * Ends every running monthly tip of an account that is being deleted: otherwise fans would go on paying somebody whose page is gone. Throws when
 * Stripe does not answer about an end, or about the refund of a fan who has withdrawn. One on an account that has disconnected can only be ended at Stripe.
 */
async function endMonthlies(deps: Deps, uid: string): Promise<void> {
  const from = paths.monthlies(uid);
  for await (const { value } of allDocuments(deps.store, from, monthlyDocument.decode)) {
    const monthly = await asPaid(deps, value);
    if (!isToEnd(monthly)) continue;
    // A fan who has withdrawn gets the money back, also when the owner leaves meanwhile.
    const ended =
      monthly.asked?.reason === 'withdrawn'
        ? await finishWithdrawal(deps, monthly)
        : await endMonthly(deps, monthly, 'account');
    if (!ended.ok) holdBack(ended.problem);
    else if (ended.value.asked?.reason === 'withdrawn')
      throw new NotAnswered(new Error('Stripe did not answer about the refund of a withdrawal'));
  }
}

/** The fan may have paid on Stripe's page while the event about it is on its way: only Stripe knows the subscription by then. */
async function asPaid(deps: Deps, monthly: Monthly): Promise<Monthly> {
  if (monthly.state !== 'starting') return monthly;
  const synced = await syncMonthly(deps, { uid: monthly.ownerUid, tipId: monthly.monthlyId }, trigger);
  if (synced.ok) return synced.value;
  holdBack(synced.problem);
  return monthly;
}

/** Unlike a regular check, nothing follows a deletion: one that others were writing meanwhile holds it back too. */
function holdBack(failure: SyncFailure): void {
  if (failure.kind === 'contention') throw new NotAnswered(new Error('Others are writing a monthly tip'));
  unchanged(failure);
}

/**
 * Removes the monthly tips of an account that is being deleted, with their logs. Each leaves its fan's consent in the same transaction while that is to be
 * kept, so a deletion that is interrupted loses none, and one that is repeated writes the same.
 */
async function removeMonthlies({ store, clock }: Pick<Deps, 'store' | 'clock'>, uid: string): Promise<void> {
  const deletedAt = (await store.read(stored.ledger(uid)))?.deletedAt ?? clock.now();
  for await (const { path } of allDocuments(store, paths.monthlies(uid), ok)) {
    const id = path.split('/').at(-1) ?? '';
    await store.transaction(async (tx) => {
      const monthly = await tx.read(stored.monthly(uid, id));
      if (monthly === undefined) return;
      // The log is written only together with its monthly tip, so a later line repeats this transaction.
      const lines: string[] = [];
      for await (const line of allDocuments(store, paths.monthlyLogs(uid, id), ok)) lines.push(line.path);
      const kept = consentOf(monthly, deletedAt);
      if (kept !== null) tx.write(stored.consent(id), kept);
      for (const each of [path, ...lines]) tx.remove(each);
    });
  }
}

const removeDataPageSize = 100;

/** Passes in which not one tip could be removed, because it was changing or its payment cannot be cancelled. The job tries again later. */
const mostIdlePasses = 5;

/**
 * From here on there is no way back. Every monthly tip ends, every tip is replaced by its ledger entry, then everything else is removed. While Stripe
 * does not answer about a monthly tip, nothing is removed.
 */
const removeData: DeleteStep = async (deps, run) => {
  await endMonthlies(deps, run.uid);
  const end = await removeAllTips(deps, run);
  return end === 'next' ? removeRest(deps, run) : end;
};

async function removeAllTips(deps: Deps, run: StepRun): Promise<StepEnd> {
  const from = paths.tips(run.uid);
  const query = { from, limit: removeDataPageSize } as const;
  let { done } = run;
  const total = done + (await deps.store.sum({ from }, [])).count;
  for (let idle = 0; idle < mostIdlePasses; idle += 1) {
    const found = await deps.store.find(query, (data) => readable(from, tipDocument.decode(data)));
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
  for (const of of [paths.totals, paths.supporters, paths.insights, paths.allFees, paths.payoutsRead])
    await removeFound(deps.store, { from: of(uid) });
  await removeMonthlies(deps, uid);
  await removeOutbox(deps, uid);
  await withdrawAppeals(deps, uid);
  await removeDomain(deps, uid);
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
    paths.books(uid),
    paths.thanks(uid),
    paths.feesRead(uid),
    paths.sessions(uid),
    paths.channels(uid),
    paths.pace(uid),
    paths.wall(uid),
    paths.export(uid),
    stored.job(jobIdOf('export', uid)).path,
    stored.job(jobIdOf('thank', uid)).path,
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

/** After this no handle leads to the profile: no card shows it and no tip can start. The claims stay, so that the profile can return. */
const withdrawPage: DeleteStep = async ({ store }, { uid }) => {
  await store.transaction(async (tx) => {
    const leaving = await tx.read(stored.leaving(uid));
    const profile = await tx.read(stored.profile(uid));
    const claims = profile === undefined ? [] : await claimsOf(tx, profile);
    const live = claims.filter(({ state }) => state === 'live');
    if (leaving === undefined || live.length === 0) return;
    for (const claim of live) tx.write(stored.handle(claim.handle), { ...claim, state: 'retired' });
    const withdrawn = [...new Set([...leaving.withdrawn, ...live.map(({ handle }) => handle)])];
    tx.write(stored.leaving(uid), { ...leaving, withdrawn });
  });
  return 'next';
};

const claimsWithdrawn = async (tx: Transaction, uid: string, handles: readonly string[]) =>
  (await tx.readAll(handles.map(stored.handle)))
    .filter((claim) => claim !== undefined)
    .filter((claim) => claim.uid === uid && claim.state === 'retired');

/** The handles lead to the profile again. Call the result after the transaction's last read. */
async function pageReturns(tx: Transaction, uid: string, withdrawn: readonly string[]): Promise<() => void> {
  const claims = await claimsWithdrawn(tx, uid, withdrawn);
  return () => {
    for (const claim of claims) tx.write(stored.handle(claim.handle), { ...claim, state: 'live' });
  };
}

/** The handles stay taken for ever; one that was never shown is free again. Call the result after the transaction's last read. */
async function pageIsGone(tx: Transaction, uid: string, withdrawn: readonly string[]): Promise<() => void> {
  const claims = await claimsWithdrawn(tx, uid, withdrawn);
  return () => {
    for (const { handle, usedAt } of claims) if (usedAt === null) tx.remove(stored.handle(handle).path);
  };
}

const works: Readonly<Record<LeavingStep, DeleteStep>> = {
  page: withdrawPage,
  payments: endPayments,
  books: copyBooks,
  data: removeData,
  'sign-in': async ({ idTokens }, { uid }) => {
    await idTokens.remove(uid);
    return 'next';
  },
};

/**
 * `delete-{uid}`: deletes an account step by step; `leaving/{uid}` has the step. Each step may end at any point and is repeated from its last place.
 * The first three remove nothing: if a refund or a dispute opens in them, everything is as it was before. After them there is no way back, and a refund
 * or a dispute changes the ledger only.
 */
export async function deleteWork(deps: Deps, run: JobRun): Promise<JobEnd> {
  const uid = run.key;
  let { cursor } = run;
  for (;;) {
    const leaving = await deps.store.read(stored.leaving(uid));
    if (leaving === undefined || !isUnfinished(leaving.state)) return 'done';
    const end = await tryStep(deps, run, { state: leaving.state, cursor });
    if (end === 'more') return 'more';
    cursor = null;
    await run.save(null);
  }
}

type Unfinished = Extract<LeavingState, { readonly step: LeavingStep }>;

const isUnfinished = (state: LeavingState): state is Unfinished =>
  state.name === 'running' || state.name === 'retrying';

interface At {
  readonly state: Unfinished;
  readonly cursor: string | null;
}

async function tryStep(deps: Deps, run: JobRun, at: At): Promise<'went-on' | 'more'> {
  const uid = run.key;
  try {
    const end = await works[at.state.step](deps, stepRun(deps, run, at));
    if (end === 'more') return 'more';
    const isOn = end === 'next' && (await goOn(deps, uid, at.state.step));
    return isOn || (await stop(deps, run)) ? 'went-on' : 'more';
  } catch (error) {
    await setState(deps, uid, ({ state }) => (isUnfinished(state) ? { ...state, name: 'retrying' } : state));
    throw error;
  }
}

/** The cursor is the step and the place in it: a step that was not begun has no place. */
function stepRun(deps: Deps, run: JobRun, { state, cursor }: At): StepRun {
  const uid = run.key;
  const { step } = state;
  const prefix = `${step}:`;
  const isBegun = cursor?.startsWith(prefix) === true;
  return {
    uid,
    place: isBegun ? cursor.slice(prefix.length) : null,
    done: isBegun ? state.done : 0,
    async save(place, done, total) {
      await run.save(`${prefix}${place}`, { done, total });
      await setState(deps, uid, () => ({ name: 'running', step, done, total }));
    },
    isOver: () => run.isOver(),
  };
}

function setState(deps: Deps, uid: string, next: (before: Leaving) => LeavingState): Promise<void> {
  return deps.store.transaction(async (tx) => {
    const before = await tx.read(stored.leaving(uid));
    if (before !== undefined)
      tx.write(stored.leaving(uid), leavingAt(before, next(before), deps.clock.now()));
  });
}

const begun = (step: LeavingStep): LeavingState => ({ name: 'running', step, done: 0, total: null });

/** Moves to the step after this one. `false` = something has opened, and the deletion must stop. */
async function goOn(deps: Deps, uid: string, step: LeavingStep): Promise<boolean> {
  if (step === 'books') return burnBridges(deps, uid);
  const next = leavingSteps[leavingSteps.indexOf(step) + 1];
  await setState(deps, uid, () => (next === undefined ? { name: 'done' } : begun(next)));
  return true;
}

/**
 * The last check before the point of no return. A tip that began before the profile was withdrawn may have come in between: its payment is ended too.
 * Later writes with a still valid token would stay for ever, so they are refused from here on.
 */
async function burnBridges(deps: Deps, uid: string): Promise<boolean> {
  const { store, clock } = deps;
  if (await hasOpenPayments(deps, uid)) {
    await setState(deps, uid, () => begun('payments'));
    return true;
  }
  if (await hasOpenMatters(deps, uid)) return false;
  await store.transaction(async (tx) => {
    const now = clock.now();
    const leaving = await tx.read(stored.leaving(uid));
    const profile = await tx.read(stored.profile(uid));
    const payments = await tx.read(stored.payments(uid));
    const ledger = await tx.read(stored.ledger(uid));
    const gone = await pageIsGone(tx, uid, leaving?.withdrawn ?? []);
    if (leaving === undefined) return;
    const handles = profile === undefined ? [] : [profile.handle, ...profile.aliases];
    const accountId = payments?.accountId ?? null;
    // Written even without tips: it records that the account was deleted, and when.
    if (ledger === undefined) tx.write(stored.ledger(uid), { v: 1, uid, handles, accountId, deletedAt: now });
    tx.write(stored.deletion(uid), deletionOf(uid, now));
    tx.write(stored.leaving(uid), leavingAt({ ...leaving, withdrawn: [], silenced: [] }, begun('data'), now));
    gone();
  });
  return true;
}

/** Everything is as it was before. `false` = the time of the slice is over. */
async function stop({ store, clock }: Deps, run: JobRun): Promise<boolean> {
  const uid = run.key;
  if (!(await dropCopies({ store }, uid, () => run.isOver()))) return false;
  await store.transaction(async (tx) => {
    const leaving = await tx.read(stored.leaving(uid));
    const returns = await pageReturns(tx, uid, leaving?.withdrawn ?? []);
    const channels = await channelsReturn(tx, uid, leaving?.silenced ?? []);
    if (leaving === undefined) return;
    const rest = { ...leaving, withdrawn: [], silenced: [] };
    tx.write(stored.leaving(uid), leavingAt(rest, { name: 'stopped' }, clock.now()));
    returns();
    channels.write();
  });
  return true;
}
