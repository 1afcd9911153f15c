import type { Context } from 'hono';
import { routePath } from 'hono/route';
import type * as v from 'valibot';
import { problem, fail, ok, type Result } from '../../core/base/result';
import type { Deps, Owner } from '../deps';
import { stored } from '../store/stored';
import { bearer, readJson } from './read-body';
import { answer, refuse } from './respond';
import type { RouteHandler } from './routes';

/**
 * `signed-in` trusts the token for the hour in which it is valid; `current` also checks for revocation; `fresh` needs a recent sign-in. All three
 * refuse the token of a deleted account. `to-delete` is `fresh`, and also lets an owner repeat a deletion that failed.
 */
type OwnerCheck = 'signed-in' | 'current' | 'fresh' | 'to-delete';

const freshMs = 5 * 60_000;

/** Requests of one account to one route in ten minutes: far above what a person does, and it stops a program. Each instance counts them in memory. */
export const requestsOfAccount = 300;

function mayRequest(
  { limits, config, clock }: Pick<Deps, 'limits' | 'config' | 'clock'>,
  uid: string,
  route: string,
): Result<null> {
  const now = clock.now();
  const most = requestsOfAccount * config.limitFactor;
  if (limits.inMemory.take(`${uid} ${route}`, now, 1, most)) return ok(null);
  const retryAfterSeconds = Math.max(1, Math.ceil(limits.inMemory.waitMs(now) / 1000));
  return fail(problem('too-many-requests', { figures: { retryAfterSeconds } }));
}

/** The signed-in owner of a request. For money, export and deletion the sign-in service must confirm the token; some calls need a recent sign-in. */
export async function ownerOf(
  c: Context,
  deps: Pick<Deps, 'idTokens' | 'clock' | 'store' | 'limits' | 'config'>,
  check: OwnerCheck,
): Promise<Result<Owner>> {
  const { idTokens, clock, store } = deps;
  const token = bearer(c);
  if (token === undefined) return fail(problem('sign-in-required'));
  const owner = await idTokens.verify(token, check !== 'signed-in');
  if (!owner.ok) return owner;
  if (check !== 'to-delete' && (await store.read(stored.deletion(owner.value.uid))) !== undefined) {
    return fail(problem('sign-in-required'));
  }
  const may = mayRequest(deps, owner.value.uid, `${c.req.method} ${routePath(c)}`);
  if (!may.ok) return may;
  if (check === 'signed-in' || check === 'current') return owner;
  const age = clock.now() - owner.value.signedInAt;
  return age <= freshMs ? owner : fail(problem('recent-sign-in-required'));
}

/** 201: something new is stored. 202: the work goes on after the answer. */
type GoodStatus = 200 | 201 | 202;

/** An owner's call without a body: the access it needs, and its handler. */
export function ownerCall(
  deps: Deps,
  check: OwnerCheck,
  act: (owner: Owner, c: Context) => Promise<Result<object>>,
  status: GoodStatus = 200,
): RouteHandler {
  return async (c) => {
    const owner = await ownerOf(c, deps, check);
    if (!owner.ok) return refuse(c, deps.config, owner.problem);
    return answer(c, deps.config, await act(owner.value, c), status);
  };
}

/** The same with a JSON body. */
export function ownerCallWith<S extends v.GenericSchema>(
  deps: Deps,
  check: OwnerCheck,
  schema: S,
  act: (owner: Owner, body: v.InferOutput<S>, c: Context) => Promise<Result<object>>,
  status: GoodStatus = 200,
): RouteHandler {
  return async (c) => {
    const owner = await ownerOf(c, deps, check);
    if (!owner.ok) return refuse(c, deps.config, owner.problem);
    const body = await readJson(c, schema);
    if (!body.ok) return refuse(c, deps.config, body.problem);
    return answer(c, deps.config, await act(owner.value, body.value, c), status);
  };
}
