import type { StandingVerb } from '../../core/api/moderation-api';
import { unreachable } from '../../core/base/result';
import {
  restrictionOf,
  standingAfter,
  type Standing,
  type ChangeRefusal,
  type Decider,
  type StandingWish,
} from '../../core/profile/standing';
import type { Deps } from '../deps';
import { stored } from '../store/stored';
import type { AdminAct, AdminPlan } from './admin-act';
import type { AdminOutcome } from '../admin/command';
import { changeStanding } from '../standing/change-standing';
import { measureOf, ownerLetters } from '../reports/owner-letters';
import { ownerOverview } from './owner-overview';

type StandingCall = AdminAct & { readonly verb: StandingVerb };

const dayMs = 24 * 60 * 60_000;

const refusals: Readonly<Record<ChangeRefusal, string>> = {
  'not-allowed': 'A moderator may hide and limit profiles, and nothing else.',
  'set-by-admin': 'An admin decided this. Only an admin can change it.',
  final: 'The profile is closed for good.',
  'not-suspended': 'Only a suspended profile can be closed, when the time to object is over.',
  'nothing-to-limit': 'Name what to limit.',
  'too-long': 'A profile can be hidden for 7 days at most, counted from the first time. Then decide.',
  over: 'The end lies in the past.',
  unchanged: 'There is nothing to restore.',
  changed: 'The restriction has changed meanwhile. Look at it again.',
};

/** What a verb would change in the standing of an owner. */
export async function standingPlan(deps: Deps, who: Decider, call: StandingCall): Promise<AdminPlan> {
  const { subject: uid, reason, reportId, ground, seenSince } = call;
  const now = deps.clock.now();
  const wish = wishOf(call, now);
  const before = await deps.store.read(stored.standing(uid));
  const act = async (): Promise<AdminOutcome> => {
    const decision = { who, uid, wish, reason, reportId, decisionId: null, seenSince };
    const letterAbout = await ownerLetters(deps, uid);
    let isMailed = false;
    const changed = await changeStanding(deps, decision, (_tx, standing) => {
      const statement = standing && { ...measureOf(standing), facts: reason, ground, foundByMachine: false };
      const mail = statement && letterAbout(statement);
      isMailed = mail !== null;
      return Promise.resolve((writes) => mail?.write(writes));
    });
    if (!changed.ok)
      return { done: false, lines: [refusals[changed.problem]], data: { refused: changed.problem } };
    const { after, payments } = changed.value;
    const ended = payments.ended > 0 ? [`Ended ${payments.ended} open payments.`] : [];
    const missed =
      payments.missed > 0
        ? [`${payments.missed} open payments were not ended. The hourly sweep tries again.`]
        : [];
    const lines = [`${uid}: ${described(after)}.`, ...ended, ...missed, ...told(deps, isMailed)];
    return { done: true, lines, data: changed.value };
  };
  const after = standingAfter({ before, wish, who, reason, decisionId: null, seenSince, now });
  if (!after.ok) return { kind: 'refused', why: refusals[after.problem], act };
  const { profile, openPayments } = await ownerOverview(deps, uid);
  const name = profile === null ? 'nothing published' : `@${profile.handle}`;
  const change = `${uid} (${name}): ${described(restrictionOf(before, now))} → ${described(after.value)}.`;
  const stops = wish.state === 'suspended' || wish.state === 'closed';
  const lines = stops && openPayments > 0 ? [change, `Ends ${openPayments} open payments.`] : [change];
  const reads = `The owner reads, in the dashboard and by mail: ${reason}`;
  return { kind: 'possible', lines: [...lines, reads], act };
}

/** What the person has to know about the statement of reasons. */
function told({ config }: Deps, isMailed: boolean): readonly string[] {
  if (!isMailed) return ['The owner has no email address, so only the dashboard says why.'];
  return config.mails !== 'print'
    ? ['The owner gets the reasons by mail.']
    : ['Send the owner the reasons: npm run admin -- mails list'];
}

function wishOf({ verb, days, parts, isOrder }: StandingCall, now: number): StandingWish {
  const until = days === null ? null : now + days * dayMs;
  switch (verb) {
    case 'hide':
      return { state: 'hidden', until };
    case 'limit':
      return { state: 'limited', scope: parts, until };
    case 'pause-payments':
      return { state: 'payments-paused', until };
    case 'suspend':
      return { state: 'suspended', isOrder, until };
    case 'restore':
      return { state: 'good' };
    case 'close':
      return { state: 'closed' };
    default:
      return unreachable(verb);
  }
}

/** A restriction in a few words: `hidden until 2026-11-27T12:00:00.000Z`. */
export function described(standing: Standing | null): string {
  if (standing === null || standing.state === 'good') return 'good';
  const { state, scope, until } = standing;
  const named = scope.length > 0 ? ` (${scope.join(', ')})` : '';
  return `${state}${named}${until === null ? '' : ` until ${new Date(until).toISOString()}`}`;
}
