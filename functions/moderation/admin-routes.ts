import type { Context } from 'hono';
import { adminActBody, type AdminActBody } from '../../core/api/moderation-api';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Deps, Owner } from '../deps';
import { notCached } from '../http/caching';
import { ownerCallWith, ownerOf } from '../http/owner-route';
import { refuse } from '../http/respond';
import type { Route } from '../http/routes';
import { deciderOf, ownProfile } from '../admin/decider-of';
import { findOwner } from './find-owner';
import { ownerCaseOf } from './owner-case';
import { runAdmin } from './run-admin';

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
