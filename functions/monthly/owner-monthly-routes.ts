import {
  stopAllBody,
  stopRequest,
  type OwnerStopAnswer,
  type StopAllAnswer,
  type StopAllBody,
} from '../../core/api/monthly-api';
import { problem, refusedField, fail, ok, type Result } from '../../core/base/result';
import { readDocumentId } from '../../core/base/text';
import { paths } from '../../core/documents/documents';
import { decodeMonthly } from '../../core/documents/monthly-document';
import { askedAfterWish } from '../../core/monthly/asked';
import { isOver, monthlyStates, type Monthly } from '../../core/monthly/monthly';
import { isElsewhere } from '../../core/monthly/next-look';
import { normaliseHandle } from '../../core/profile/draft';
import type { Deps, Owner } from '../deps';
import { ownerCallWith, type Route } from '../http/routes';
import { readableItems } from '../queue/sweep';
import type { Found } from '../store/store';
import { stored } from '../store/stored';
import { writeMonthly } from '../tips/write-tip';
import { endMonthly, isRunning } from './end-monthly';
import { refusalOf } from './manage-monthly';
import { stopMonthly } from './stop-monthly';

type StopDeps = Pick<Deps, 'store' | 'clock' | 'log'>;

/** Two writes each. Two thousand monthly tips are twenty commits, which take seconds. */
const pageSize = 100;

const trigger = { cause: 'schedule', eventId: null } as const;

/**
 * Notes on every running monthly tip of an owner that it is to stop; `follow-monthlies` then asks Stripe. If the request ends on its way, the same call
 * again notes what is missing, and changes nothing else. Fails by the field when the handle is not the owner's.
 */
export async function stopAll(
  deps: StopDeps,
  { uid }: Pick<Owner, 'uid'>,
  { when, handle }: StopAllBody,
): Promise<Result<StopAllAnswer>> {
  const profile = await deps.store.read(stored.profile(uid));
  if (profile !== undefined && normaliseHandle(handle) !== profile.handle) {
    return fail(refusedField('handle', 'handle-to-confirm'));
  }
  let count = 0;
  for await (const ids of runningIds(deps, uid)) count += await noteStop(deps, uid, ids, when);
  return ok({ count });
}

async function* runningIds(deps: StopDeps, uid: string): AsyncGenerator<readonly string[]> {
  const from = paths.monthlies(uid);
  const running = monthlyStates.filter((state) => !isOver(state));
  let after: string | null = null;
  do {
    const query = { from, where: [['state', 'in', running]] as const, limit: pageSize, after };
    const found: readonly Found<Result<Monthly>>[] = await deps.store.find(query, decodeMonthly);
    yield readableItems(deps, 'stop-all', found).map(({ monthlyId }) => monthlyId);
    after = found.length < pageSize ? null : (found.at(-1)?.path ?? null);
  } while (after !== null);
}

/** One that is stopped already goes on to the end of its period, unless it is to end now. One that we do not reach any more can stop only at Stripe. */
const isMeant = (monthly: Monthly, when: StopAllBody['when']): boolean =>
  isRunning(monthly) && !isElsewhere(monthly) && (when === 'now' || monthly.state !== 'ending');

/** The number of those that are to stop, whether it was noted now or before. */
function noteStop(
  { store, clock }: StopDeps,
  uid: string,
  ids: readonly string[],
  when: StopAllBody['when'],
): Promise<number> {
  // Whether a period is unpaid, so that it ends now, is asked of Stripe when it is stopped.
  const wish = { what: when === 'now' ? 'end' : 'stop', reason: 'owner' } as const;
  return store.transaction(async (tx) => {
    const read = await tx.readAll(ids.map((id) => stored.monthly(uid, id)));
    const meant = read.filter((monthly) => monthly !== undefined).filter((each) => isMeant(each, when));
    const now = clock.now();
    for (const monthly of meant) {
      const asked = askedAfterWish(monthly, wish, now);
      if (asked !== monthly.asked) writeMonthly(tx, monthly, { ...monthly, asked }, trigger, now);
    }
    return meant.length;
  });
}

/**
 * The owner stops one monthly tip with its period, or ends it now. It needs no request id, because it sets a state: the same call again changes
 * nothing. Fails with `monthly-ended` where Stripe charges nothing, and with `service-unavailable` while Stripe does not answer: then the wish is
 * noted, and `follow-monthlies` repeats it.
 */
async function stopByOwner(
  deps: Deps,
  { uid }: Pick<Owner, 'uid'>,
  id: string | undefined,
  { when }: { readonly when: 'period-end' | 'now' },
): Promise<Result<OwnerStopAnswer>> {
  const monthlyId = readDocumentId(id);
  const monthly = monthlyId && (await deps.store.read(stored.monthly(uid, monthlyId)));
  if (!monthly) return fail(problem('tip-not-found'));
  if (!isRunning(monthly)) return fail(problem('monthly-ended'));
  const change = when === 'now' ? endMonthly : stopMonthly;
  const done = await change(deps, monthly, 'owner');
  if (!done.ok) return fail(await refusalOf(deps, monthly, done.problem));
  const { state, asked } = done.value;
  return ok({ monthlyId: monthly.monthlyId, state, asked: asked?.what ?? null });
}

/** An owner's actions on the monthly tips that fans give: end one of them, or all. */
export function ownerMonthlyRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/monthly/:monthlyId/stop',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'signed-in', stopRequest, (owner, body, c) =>
          stopByOwner(deps, owner, c.req.param('monthlyId'), body),
        ),
      },
    },
    {
      path: '/v1/me/monthly/stop-all',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'fresh', stopAllBody, (owner, body) => stopAll(deps, owner, body), 202),
      },
    },
  ];
}
