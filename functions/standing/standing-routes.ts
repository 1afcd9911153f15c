import { ok, type Result, fail } from '@busker/core/base/result';
import {
  type OwnRestriction,
  type StandingAnswer,
  standingVerb,
} from '@busker/core/dashboard-api/moderation-api';
import {
  restrictionOf,
  type Standing,
  standingAfter,
  type ChangeRefusal,
  type Decider,
  type StandingWish,
} from '@busker/core/moderation/standing';
import { actedBy, auditRecord, type Act } from '../admin/audit';
import type { Deps } from '../deps';
import { ownerCall, type Route } from '../http/routes';
import { endOpenPayments, type EndedPayments } from '../open-tips/change-amount';
import { followPictures } from '../pictures/published-pictures';
import { claimsOf, retireHandles } from '../profiles/publish';
import { stored, type Transaction, type Writes } from '../store/store';

/** `GET /v1/me/standing`: what the host has restricted, and why. The answer does not name the person who decided. */
export function standingRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/standing',
      cors: 'own',
      on: { GET: ownerCall(deps, 'signed-in', ({ uid }) => ownStanding(deps, uid)) },
    },
  ];
}

async function ownStanding(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  uid: string,
): Promise<Result<StandingAnswer>> {
  const restriction = restrictionOf(await store.read(stored.standing(uid)), clock.now());
  return ok({ restriction: restriction && ownView(restriction) });
}

function ownView({ state, scope, reason, since, until, decisionId }: Standing): OwnRestriction | null {
  // restrictionOf answers null for a good standing.
  return state === 'good' ? null : { state, scope: [...scope], reason, since, until, decisionId };
}

/** A change of the standing of an owner. */
export interface StandingAct {
  readonly who: Decider;
  readonly uid: string;
  readonly wish: StandingWish;
  /** The text for the owner; also the audit's reason. */
  readonly reason: string;
  readonly reportId: string | null;
  readonly decisionId: string | null;
  /** When the restriction that the person saw began; null = they saw none; absent = any. */
  readonly seenSince?: number | null | undefined;
}

export interface StandingChanged {
  readonly before: Standing | null;
  readonly after: Standing;
  /** The open payments of a suspended owner. */
  readonly payments: EndedPayments;
}

/**
 * Adds writes of the caller to the same transaction, such as the decision of a report. The caller reads first and returns a function that writes.
 * `after`: the new standing; null = the change is refused, and nothing of the caller is written.
 */
export type Alongside = (tx: Transaction, after: Standing | null) => Promise<(writes: Writes) => void>;

const nothingAlongside: Alongside = () => Promise.resolve(() => undefined);

/**
 * Changes the standing of an owner. One transaction writes the standing, its audit entry and the caller's additions; a refused attempt is written
 * to the audit too. Afterwards it withholds or shows the pictures, and ends the open payments of a suspended owner. The sweeps repeat both steps.
 */
export async function changeStanding(
  deps: Deps,
  act: StandingAct,
  alongside: Alongside = nothingAlongside,
): Promise<Result<StandingChanged, ChangeRefusal>> {
  const { clock, store } = deps;
  const { uid, wish } = act;
  const record = auditRecord(deps);
  const changed = await store.transaction(async (tx) => {
    const before = await tx.read(stored.standing(uid));
    const profile = await tx.read(stored.profile(uid));
    const claims = profile === undefined ? [] : await claimsOf(tx, profile);
    const after = standingAfter({ before, ...act, now: clock.now() });
    const others = await alongside(tx, after.ok ? after.value : null);
    if (!after.ok) {
      record.write(tx, { ...entryOf(act, before ?? null), reason: `${act.reason} (${after.problem})` });
      return after;
    }
    tx.write(stored.standing(uid), after.value);
    if (wish.state === 'closed') retireHandles(tx, claims);
    record.write(tx, { ...entryOf(act, before ?? null), outcome: 'done', after: after.value });
    others(tx);
    return ok({ before: before ?? null, after: after.value });
  });
  record.say();
  if (!changed.ok) return fail(changed.problem);
  await followPictures(deps, uid);
  const stops = wish.state === 'suspended' || wish.state === 'closed';
  const payments = stops ? await endOpenPayments(deps, uid) : { ended: 0, missed: 0 };
  return ok({ ...changed.value, payments });
}

const entryOf = ({ who, uid, wish, reason, reportId }: StandingAct, before: Standing | null): Act => ({
  ...actedBy(who),
  verb: standingVerb[wish.state],
  subject: uid,
  outcome: 'refused',
  before,
  after: null,
  reason,
  reportId,
});
