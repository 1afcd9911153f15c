import type { Context } from 'hono';
import {
  adminActBody,
  standingVerb,
  type AdminActBody,
  type OwnerCase,
} from '@busker/core/dashboard-api/moderation-api';
import { problem, fail, ok, type Result } from '@busker/core/base/result';
import { inOrder, toPublicProfile } from '@busker/core/profile/profile';
import {
  lastHidden,
  possibleStates,
  type Decider,
  type LimitedPart,
  type Standing,
} from '@busker/core/moderation/standing';
import { readAudit } from '../admin/audit';
import { deciderOf, ownProfile } from '../admin/command';
import type { Deps, Owner } from '../deps';
import { notCached, refuse, ownerCallWith, ownerOf, type Route } from '../http/routes';
import { reportsAbout, moderatedReportOf } from '../reports/reports';
import { findOwner, ownerOverview } from './find-owner';
import { runAdmin } from './run-admin';

const day = 24 * 60 * 60_000;
const shownActs = 50;

const partOf = (part: LimitedPart, label: string, url: string) => ({ part, label, url });

/** What a moderator sees before an act on an owner. `own`: it is the moderator's own profile, so no verb is possible. */
async function ownerCaseOf(
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
    links: [
      ...inOrder(profile?.links ?? {}).map(([id, { label, url }]) => partOf(`link:${id}`, label, url)),
      ...inOrder(profile?.blocks ?? {}).map(([id, { kind, label }]) => partOf(`block:${id}`, label, kind)),
    ],
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

/** `POST /v1/admin/acts` and `GET /v1/admin/pictures/{hash}`: the verbs of a moderator, with the handlers of the command line. Each act is in the audit and in the log. */
export function adminRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/admin/acts',
      cors: 'own',
      on: { POST: ownerCallWith(deps, 'current', adminActBody, (owner, body) => act(deps, owner, body)) },
    },
    {
      path: '/v1/admin/pictures/:sha256{[0-9a-f]{64}}',
      cors: 'own',
      on: { GET: (c) => picture(deps, c) },
    },
  ];
}

async function act(deps: Deps, owner: Owner, body: AdminActBody): Promise<Result<object>> {
  const who = await deciderOf(deps, owner);
  if (!who.ok) return who;
  const { verb, who: named, ...given } = body;
  const uid = (await findOwner(deps, named))?.uid;
  const own = uid === owner.uid;
  if (verb === 'find' || verb === 'show') {
    if (uid === undefined) return fail(problem('profile-not-found'));
    return ok({ data: await ownerCaseOf(deps, who.value, { uid, own }) });
  }
  if (given.reason === '') return fail(problem('invalid-fields', { fields: { reason: 'Give a reason.' } }));
  if (own) return fail(ownProfile);
  const { done, lines, data } = await runAdmin(deps, who.value, { ...given, verb, subject: named });
  return done ? ok({ lines, data }) : fail(problem('act-refused', { detail: lines.join(' ') }));
}

/** A picture of a profile, also while the profile is hidden. */
async function picture(deps: Deps, c: Context): Promise<Response> {
  const owner = await ownerOf(c, deps, 'current');
  if (!owner.ok) return refuse(c, deps.config, owner.problem);
  const who = await deciderOf(deps, owner.value);
  if (!who.ok) return refuse(c, deps.config, who.problem);
  const found = await deps.pictures.read(c.req.param('sha256') ?? '', 'any');
  if (found === undefined) return refuse(c, deps.config, problem('route-not-found'));
  c.header('Cache-Control', notCached);
  c.header('Content-Type', found.type);
  return c.body(Uint8Array.from(found.bytes));
}
