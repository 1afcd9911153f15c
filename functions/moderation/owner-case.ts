import { standingVerb, type OwnerCase } from '../../core/api/moderation-api';
import { inOrder, toPublicProfile } from '../../core/profile/public-view';
import { lastHidden, possibleStates, type Decider, type Standing } from '../../core/profile/standing';
import type { Deps } from '../deps';
import { reportsAbout } from '../reports/find-reports';
import { moderatedReportOf } from '../reports/moderated-report';
import { ownerOverview } from './owner-overview';
import { readAudit } from '../admin/audit';

const day = 24 * 60 * 60_000;
const shownActs = 50;

/** What a moderator sees before an act on an owner. `own`: it is the moderator's own profile, so no verb is possible. */
export async function ownerCaseOf(
  deps: Deps,
  who: Decider,
  { uid, own }: { readonly uid: string; readonly own: boolean },
): Promise<OwnerCase> {
  const { config, clock } = deps;
  const now = clock.now();
  const [overview, reports, acts] = await Promise.all([
    ownerOverview(deps, uid),
    reportsAbout(deps, uid),
    readAudit(deps, uid, shownActs),
  ]);
  const { profile, payments, restriction, openPayments, deletedAt } = overview;
  const usable = payments?.livemode === config.livemode ? payments : null;
  return {
    uid,
    handle: profile?.handle ?? null,
    aliases: [...(profile?.aliases ?? [])],
    card: profile && toPublicProfile(profile, usable, config.publicOrigin, now).profile,
    links: inOrder(profile?.links ?? {}).map(([id, { label, url }]) => ({ part: `link:${id}`, label, url })),
    restriction: restriction && restrictionView(restriction),
    openPayments,
    deletedAt,
    possible: own ? [] : possibleStates(restriction, who, now).map((state) => standingVerb[state]),
    hideDays: Math.max(0, Math.floor((lastHidden(restriction, now) - now) / day)),
    reports: reports.map(moderatedReportOf),
    acts: acts.map(({ at, who: name, role, verb, outcome, reason, reportId, after }) => ({
      at,
      who: name,
      role,
      verb,
      outcome,
      reason,
      reportId,
      after: after?.state ?? null,
    })),
  };
}

const restrictionView = ({ state, scope, reason, since, until, by, byRole }: Standing) => ({
  state,
  reason,
  since,
  until,
  by,
  byRole,
  scope: [...scope],
});
