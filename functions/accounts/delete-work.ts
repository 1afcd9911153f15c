import { deletionOf } from '../../core/documents/deletion-document';
import {
  leavingAt,
  leavingSteps,
  type Leaving,
  type LeavingState,
  type LeavingStep,
} from '../../core/documents/leaving-document';
import type { Deps } from '../deps';
import type { JobEnd } from '../queue/job-steps';
import type { JobRun } from '../queue/job-work';
import { channelsReturn } from '../outbox/channels/silence-channels';
import { stored } from '../store/stored';
import { copyBooks, dropCopies } from './copy-books';
import type { DeleteStep, StepRun } from './delete-step';
import { endPayments, hasOpenPayments } from './end-payments';
import { hasOpenMatters } from './open-matters';
import { removeData } from './remove-data';
import { pageIsGone, pageReturns, withdrawPage } from './withdraw-page';

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
    await tell(deps, uid, ({ state }) => (isUnfinished(state) ? { ...state, name: 'retrying' } : state));
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
      await tell(deps, uid, () => ({ name: 'running', step, done, total }));
    },
    isOver: () => run.isOver(),
  };
}

function tell(deps: Deps, uid: string, next: (before: Leaving) => LeavingState): Promise<void> {
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
  await tell(deps, uid, () => (next === undefined ? { name: 'done' } : begun(next)));
  return true;
}

/**
 * The last look before the point of no return. A tip that began before the profile was withdrawn may have come in between: its payment is ended too.
 * Later writes with a still valid token would stay for ever, so they are refused from here on.
 */
async function burnBridges(deps: Deps, uid: string): Promise<boolean> {
  const { store, clock } = deps;
  if (await hasOpenPayments(deps, uid)) {
    await tell(deps, uid, () => begun('payments'));
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
