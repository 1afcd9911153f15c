import { adminActBody, type AdminActBody } from '../../core/api/admin-api';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Deps, Owner } from '../deps';
import { ownerCallWith } from '../http/owner-route';
import type { Route } from '../http/routes';
import { adminVerbs } from './admin-verbs';
import { deciderOf, ownProfile } from './decider-of';
import { findOwner } from './find-owner';
import { ownerOverview } from './owner-overview';
import { runAdmin } from './run-admin';

/** `POST /v1/admin/acts`: the verbs of a moderator, with the handlers of the command line. Each act is in the audit and in the log. */
export function adminRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/admin/acts',
      cors: 'own',
      on: { POST: ownerCallWith(deps, 'current', adminActBody, (owner, body) => act(deps, owner, body)) },
    },
  ];
}

async function act(deps: Deps, owner: Owner, body: AdminActBody): Promise<Result<object>> {
  const who = await deciderOf(deps, owner);
  if (!who.ok) return who;
  const { verb, who: named, ...given } = body;
  if (verb === 'find' || verb === 'show') return lookUp(deps, named);
  const writes = adminVerbs.some((each) => each.name === verb && each.writes);
  if (writes && given.reason === '')
    return fail(problem('invalid-fields', { fields: { reason: 'Give a reason.' } }));
  if ((await findOwner(deps, named))?.uid === owner.uid) return fail(ownProfile);
  const { done, lines, data } = await runAdmin(deps, who.value, { ...given, verb, subject: named });
  return done ? ok({ lines, data }) : fail(problem('act-refused', { detail: lines.join(' ') }));
}

/** Leaves out the owner's email address and payments: moderators do not need them to judge a page. */
async function lookUp(deps: Deps, named: string): Promise<Result<object>> {
  const found = await findOwner(deps, named);
  if (found === undefined) return fail(problem('profile-not-found'));
  const { uid, profile, pictures, restriction, deletedAt } = await ownerOverview(deps, found.uid);
  return ok({ data: { uid, profile, pictures, restriction, deletedAt } });
}
