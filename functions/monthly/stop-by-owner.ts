import type { OwnerStopAnswer } from '../../core/api/monthly-api';
import { readDocumentId } from '../../core/base/text';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Deps, Owner } from '../deps';
import { stored } from '../store/stored';
import { endMonthly, isRunning } from './end-monthly';
import { refusalOf } from './manage-monthly';
import { stopMonthly } from './stop-monthly';

/**
 * The owner stops one monthly tip with its period, or ends it now. It needs no request id, because it sets a state: the same call again changes
 * nothing. Fails with `monthly-ended` where Stripe charges nothing, and with `service-unavailable` while Stripe does not answer: then the wish is
 * noted, and `follow-monthlies` repeats it.
 */
export async function stopByOwner(
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
