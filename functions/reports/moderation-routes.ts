import {
  decisionBody,
  type DecisionBody,
  type ModeratedReport,
  type ReportsAnswer,
} from '../../core/api/moderation-api';
import { problem, fail, ok, unreachable, type Problem, type Result } from '../../core/base/result';
import type { Deps, Owner } from '../deps';
import { ownerCall, ownerCallWith, type Route } from '../http/routes';
import { deciderOf, ownProfile } from '../admin/command';
import { decideReport, type DecisionRefusal } from './decide-report';
import { findReport, waitingReports, moderatedReportOf, subjectOf } from './receive-report';

/** `/v1/admin/reports`: the reports that wait, one of them, and its decision, for moderators and admins. The handlers are those of `npm run admin`. */
export function moderationRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/admin/reports',
      cors: 'own',
      on: { GET: ownerCall(deps, 'current', (owner) => list(deps, owner)) },
    },
    {
      path: '/v1/admin/reports/:id',
      cors: 'own',
      on: { GET: ownerCall(deps, 'current', (owner, c) => show(deps, owner, c.req.param('id') ?? '')) },
    },
    {
      path: '/v1/admin/reports/:id/decision',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'current', decisionBody, (owner, body, c) =>
          decide(deps, owner, c.req.param('id') ?? '', body),
        ),
      },
    },
  ];
}

async function list(deps: Deps, owner: Owner): Promise<Result<ReportsAnswer>> {
  const who = await deciderOf(deps, owner);
  if (!who.ok) return who;
  return ok({ role: who.value.role, reports: (await waitingReports(deps)).map(moderatedReportOf) });
}

type OneReport = Result<{ readonly report: ModeratedReport }>;

async function show(deps: Deps, owner: Owner, id: string): Promise<OneReport> {
  const who = await deciderOf(deps, owner);
  if (!who.ok) return who;
  const report = await findReport(deps, id);
  return report === undefined ? fail(problem('report-not-found')) : ok({ report: moderatedReportOf(report) });
}

async function decide(deps: Deps, owner: Owner, id: string, body: DecisionBody): Promise<OneReport> {
  const who = await deciderOf(deps, owner);
  if (!who.ok) return who;
  const report = await findReport(deps, id);
  if (report === undefined) return fail(problem('report-not-found'));
  const { ground, handle, ...given } = body;
  const subject = report.subject ?? (await subjectOf(deps, handle || null));
  if (subject?.uid === owner.uid) return fail(ownProfile);
  const decided = await decideReport(deps, {
    ...given,
    ground: ground || null,
    handle: handle || null,
    reportId: id,
    who: who.value,
  });
  return decided.ok
    ? ok({ report: moderatedReportOf(decided.value.report) })
    : fail(refusalOf(decided.problem));
}

/** A refusal that the caller can correct names the field. */
function refusalOf(refusal: DecisionRefusal): Problem {
  switch (refusal) {
    case 'no-report':
      return problem('report-not-found');
    case 'wrong-state':
      return problem('report-decided');
    case 'no-owner':
      return problem('invalid-fields', { fields: { handle: 'Name the owner: the address led to nobody.' } });
    case 'nothing-to-limit':
      return problem('invalid-fields', { fields: { parts: 'Name what to limit.' } });
    case 'too-long':
    case 'over':
      return problem('invalid-fields', { fields: { days: 'A profile is hidden for 7 days at most.' } });
    case 'not-allowed':
    case 'set-by-admin':
      return problem('act-refused', { detail: 'Only an admin may decide this.' });
    case 'changed':
    case 'final':
    case 'not-suspended':
    case 'nothing-done':
    case 'too-early':
    case 'too-late':
    case 'unchanged':
      return problem('act-refused', { detail: `Refused: ${refusal}.` });
    default:
      return unreachable(refusal);
  }
}
