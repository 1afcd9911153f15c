import { paths } from '../../../core/documents/documents';
import { decodeLedgerEntry } from '../../../core/documents/ledger-document';
import {
  encodeLook,
  type LookClass,
  type LookFields,
  type StripeAccountOwner,
} from '../../../core/documents/stripe-account-document';
import { decodeTip } from '../../../core/documents/tip-document';
import { lookAtState } from '../../connect/follow-account';
import { noteGone } from '../../connect/gone-accounts';
import type { Deps } from '../../deps';
import { NotAnswered } from '../../queue/sweep';
import { registerHost } from '../../sites/host-domain';
import type { Store } from '../../store/store';
import { readable, stored } from '../../store/stored';
import { followFees } from '../books/follow-fees';
import { firstPaidAt } from '../books/read-books';
import { comparePayments, type Compared } from '../sweeps/compare-payments';
import { unchanged } from '../sync-tip';
import {
  lookClassOf,
  lookEvery,
  nextLookAfter,
  stateEvery,
  tracesEvery,
  type ClassFacts,
} from './look-class';
import { correctTotals } from './verify-totals';

/** When an owner's latest tip was begun, for an account that no look of this release has seen. Null = never. */
async function lastTipOf(store: Pick<Store, 'find'>, uid: string): Promise<number | null> {
  const [tip] = await store.find(
    { from: paths.tips(uid), orderBy: [['createdAt', 'desc']], limit: 1 },
    decodeTip,
  );
  if (tip !== undefined) return readable(tip.path, tip.value).createdAt;
  // The owner may have deleted the account: then only the ledger is left.
  const [entry] = await store.find(
    { from: paths.ledgerEntries(uid), orderBy: [['succeededAt', 'desc']], limit: 1 },
    decodeLedgerEntry,
  );
  return entry === undefined ? null : readable(entry.path, entry.value).succeededAt;
}

const day = 24 * 60 * 60_000;
/** Milliseconds. What was booked may appear in Stripe's list a while later, so each list begins so long before the end of the previous one. */
const overlap = day;
/** Milliseconds. How far back the first comparison of an account goes. */
const furthest = 180 * day;

/** `noted`: Stripe no longer shows the account, and the owner is not marked yet. */
type LookEnd = 'same' | 'changed' | 'noted' | 'marked';

/** `due`: what the account's class asks for now. `all`: everything, because a person asked. */
type LookScope = 'due' | 'all';

interface Plan {
  readonly state: boolean;
  readonly bookings: boolean;
  readonly traces: boolean;
  readonly totals: boolean;
}

/**
 * Compares one account with Stripe, as its class asks, and stores when the next look is due. A look of an idle account costs one call of Stripe and
 * one write. Until the host's domain is registered, it costs a read more, of whether the account takes cards; registering takes two calls. Throws
 * `NotAnswered` when Stripe could not be asked; then nothing is stored about this look, and `laterLook` decides about the next.
 */
export async function lookAtAccount(
  deps: Deps,
  owner: StripeAccountOwner,
  scope: LookScope = 'due',
): Promise<LookEnd> {
  const now = deps.clock.now();
  const known = owner.look === 'unknown' ? await lastTipOf(deps.store, owner.uid) : owner.lastTipAt;
  const plan = planOf(owner, classOf(deps, { ...owner, lastTipAt: known }), scope, now);
  const found: LookFields = {};
  let end: LookEnd = 'same';
  if (plan.state) {
    const state = await stateOf(deps, owner);
    if (state !== 'there') return state === 'gone' ? rest(deps, owner, now) : state;
    Object.assign(found, { stateAt: now, goneSince: null });
  }
  let compared: Compared = { changed: 0, currencies: [], lastTipAt: null, isThere: true };
  if (plan.bookings) {
    const account = deps.config.mode === 'single' ? null : owner.accountId;
    const bookedSince = (owner.comparedAt ?? Math.max(owner.connectedAt, now - furthest)) - overlap;
    compared = await comparePayments(deps, account, owner.uid, { bookedSince, traces: plan.traces });
    // Stripe shows no list of an account that is gone. The answer about the account itself says whether it is.
    if (!compared.isThere && !plan.state) return lookAtAccount(deps, { ...owner, stateAt: null }, scope);
    if (compared.isThere)
      Object.assign(found, { comparedAt: now, ...(plan.traces ? { tracesAt: now } : {}) });
    if (compared.changed > 0) end = 'changed';
    if (compared.isThere) await followFeesOf(deps, owner.uid, account);
  }
  const lastTipAt = latest(known, compared.lastTipAt);
  const moved = (lastTipAt ?? 0) > (owner.totalsAt ?? 0);
  if (plan.bookings && (moved || plan.totals || compared.changed > 0)) {
    if (await correctTotals(deps, owner.uid, compared.currencies)) end = 'changed';
    Object.assign(found, { totalsAt: lastTipAt });
  }
  const look = classOf(deps, { ...owner, lastTipAt });
  const nextLookAt = nextLookAfter(owner.nextLookAt, look, now);
  const host = await registerHost(deps, { ...owner, nextLookAt });
  await store(deps, owner, { ...found, look, nextLookAt, lastTipAt, ...host });
  return end;
}

/**
 * What Stripe books apart from the tips, for owners who have such fees: they offer monthly tips, or have opened their books. So books are complete also for an
 * account that was disconnected since. When Stripe does not answer, the next look reads more.
 */
async function followFeesOf(deps: Deps, uid: string, account: string | null): Promise<void> {
  const [setup, read] = await deps.store.readVersioned([stored.monthlySetup(uid), stored.feesRead(uid)]);
  if (setup.value === undefined && read.value === undefined) return;
  const first = await firstPaidAt(deps, uid);
  if (first !== null) await followFees(deps, uid, account, first);
}

/** The only account of a server without connected accounts is always active. */
const classOf = ({ config, clock }: Deps, facts: ClassFacts): LookClass =>
  config.mode === 'single' ? 'active' : lookClassOf(facts, clock.now());

function planOf(owner: StripeAccountOwner, look: LookClass, scope: LookScope, now: number): Plan {
  if (scope === 'all') return { state: true, bookings: true, traces: true, totals: true };
  const older = (at: number | null, than: number) => at === null || now - at >= than;
  const every = tracesEvery[look];
  return {
    state: look === 'idle' || owner.goneSince !== null || older(owner.stateAt, stateEvery),
    bookings: look !== 'idle',
    traces: every !== null && older(owner.tracesAt, every),
    totals: false,
  };
}

const latest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

/** `gone`: Stripe does not show the account, which is known. */
async function stateOf(
  deps: Deps,
  owner: StripeAccountOwner,
): Promise<'there' | 'gone' | 'noted' | 'marked'> {
  const looked = await lookAtState(deps, owner);
  if (!looked.ok) {
    unchanged(looked.problem);
    return 'gone';
  }
  switch (looked.value) {
    case 'same':
    case 'followed':
      return 'there';
    case 'gone':
      return 'gone';
    case 'newly-gone': {
      const end = await noteGone(deps, owner);
      if (end === 'marked') await rest(deps, owner, deps.clock.now());
      return end;
    }
  }
}

/** A disconnected account is looked at as an idle one. An event, or its owner, says earlier that it is back. */
async function rest(deps: Deps, owner: StripeAccountOwner, now: number): Promise<LookEnd> {
  await store(deps, owner, { look: 'idle', nextLookAt: now + lookEvery.idle, goneSince: null });
  return 'same';
}

const store = (deps: Deps, { accountId }: StripeAccountOwner, fields: LookFields): Promise<void> =>
  deps.store.add(paths.stripeAccount(accountId), {}, encodeLook(fields));

/**
 * After a look that failed: an hour later when Stripe did not answer, otherwise a day later, so that a broken document does not fill the log. Its other
 * fields stay as they are, for a later release may have written a document that this one cannot read.
 */
export const laterLook = (deps: Deps, path: string, error: unknown): Promise<void> =>
  deps.store.add(
    path,
    {},
    encodeLook({ nextLookAt: deps.clock.now() + (error instanceof NotAnswered ? day / 24 : day) }),
  );
