import type { MayAnswer } from '../../core/api/moderation-api';
import {
  restrictionOf,
  isSamePerson,
  type Standing,
  type Decider,
  type Person,
} from '../../core/profile/standing';
import type { Appeal } from '../../core/report/report';
import type { Deps } from '../deps';
import { readAudit } from '../admin/audit';
import { stored } from '../store/stored';

/** Who decided what an objection is about. */
export const personWhoDecided = ({ decidedBy, decidedByUid }: Appeal): Person => ({
  uid: decidedByUid,
  name: decidedBy,
});

/** How far back an act counts as a sign that somebody else moderates here. */
const recently = 365 * 24 * 60 * 60_000;
const looksAt = 500;

/** Whether another person has acted in the last year. Only then can another person decide. */
async function othersModerate(deps: Deps, who: Decider): Promise<boolean> {
  const acts = await readAudit(deps, null, looksAt);
  const since = deps.clock.now() - recently;
  return acts.some(
    (act) =>
      act.role !== 'owner' && !isSamePerson(who, { uid: act.whoUid, name: act.who }) && act.at >= since,
  );
}

/** An objection with the restriction that it is about, and whether this person may answer it. */
export interface Answerable {
  readonly appeal: Appeal;
  /** Null = it does not apply any more, or there was none. */
  readonly applies: Standing | null;
  readonly mayAnswer: MayAnswer;
}

/** Reads for each objection whether this person may answer it. */
export async function answerable(
  deps: Deps,
  who: Decider,
  appeals: readonly Appeal[],
): Promise<readonly Answerable[]> {
  const { store, clock } = deps;
  const uids = [...new Set(appeals.flatMap(({ uid }) => (uid === null ? [] : [uid])))];
  const [others, standings] = await Promise.all([
    othersModerate(deps, who),
    store.readAll(uids.map((uid) => stored.standing(uid))),
  ]);
  return appeals.map((appeal) => {
    const standing = appeal.uid === null ? undefined : standings[uids.indexOf(appeal.uid)];
    const restriction = restrictionOf(standing, clock.now());
    const isAbout = appeal.from === 'owner' && restriction?.since === appeal.since;
    const applies = isAbout ? restriction : null;
    return { appeal, applies, mayAnswer: mayAnswerOf(who, appeal, applies, others) };
  });
}

function mayAnswerOf(who: Decider, appeal: Appeal, applies: Standing | null, others: boolean): MayAnswer {
  if (who.uid !== undefined && who.uid === appeal.uid) return 'own';
  if (others && isSamePerson(who, personWhoDecided(appeal))) return 'same-person';
  // A moderator can neither confirm nor reverse a decision of an admin.
  return who.role === 'moderator' && applies?.byRole === 'admin' ? 'set-by-admin' : 'yes';
}
