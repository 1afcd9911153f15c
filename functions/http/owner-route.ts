import type { Context } from 'hono';
import type * as v from 'valibot';
import type { Result } from '../../core/base/result';
import type { Deps, Owner } from '../deps';
import { ownerOf, type OwnerCheck } from './owner';
import { readJson } from './read-body';
import { answer, refuse } from './respond';
import type { RouteHandler } from './routes';

/** An owner's call without a body: the access it needs, and its handler. */
export function ownerCall(
  deps: Deps,
  check: OwnerCheck,
  act: (owner: Owner, c: Context) => Promise<Result<object>>,
): RouteHandler {
  return async (c) => {
    const owner = await ownerOf(c, deps, check);
    if (!owner.ok) return refuse(c, deps.config, owner.problem);
    return answer(c, deps.config, await act(owner.value, c));
  };
}

/** The same with a JSON body. */
export function ownerCallWith<S extends v.GenericSchema>(
  deps: Deps,
  check: OwnerCheck,
  schema: S,
  act: (owner: Owner, body: v.InferOutput<S>, c: Context) => Promise<Result<object>>,
): RouteHandler {
  return async (c) => {
    const owner = await ownerOf(c, deps, check);
    if (!owner.ok) return refuse(c, deps.config, owner.problem);
    const body = await readJson(c, schema);
    if (!body.ok) return refuse(c, deps.config, body.problem);
    return answer(c, deps.config, await act(owner.value, body.value, c));
  };
}
