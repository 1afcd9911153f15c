import type {
  MonthlyPage,
  MonthlyView,
  PeriodAmountRequest,
  PortalRequest,
} from '../../core/api/monthly-api';
import { problem, type Problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import { isOver, type Monthly } from '../../core/monthly/monthly';
import type { Deps } from '../deps';
import { logUnavailable } from '../http/log-stripe-failure';
import type { Reader } from '../http/preferred-language';
import type { TipReference } from '../stripe/payments';
import { stored } from '../store/stored';
import type { SyncFailure } from '../tips/sync-tip';
import { tipRules } from '../tips/tip-rate-limits';
import { tooMany } from '../tips/create/admit-tip';
import { changePeriodAmount } from './change-period-amount';
import { endMonthly } from './end-monthly';
import { monthlyViewOf } from './monthly-view';
import { openPortal, portalLogin } from './open-portal';
import { keepMonthly, stopMonthly } from './stop-monthly';
import { syncMonthly } from './sync-monthly';
import { withdrawable, withdrawMonthly } from './withdraw-monthly';

/** The fan's token of the first tip opens the monthly tip. */
type Asking = TipReference | undefined;

/** Stripe is asked at most this often for one monthly tip while something is expected, and less often the longer nothing has changed. */
const syncEveryMs = 2000;
const shareOfRest = 60;

const isMoving = ({ state, asked }: Monthly): boolean =>
  asked !== null || ['starting', 'needs-action', 'overdue'].includes(state);

const isDue = ({ syncedAt, updatedAt }: Monthly, now: number): boolean =>
  now - (syncedAt ?? 0) >= Math.max(syncEveryMs, (now - updatedAt) / shareOfRest);

async function found({ store }: Pick<Deps, 'store'>, asking: Asking): Promise<Result<Monthly>> {
  const monthly = asking && (await store.read(stored.monthly(asking.uid, asking.tipId)));
  return monthly === undefined ? fail(problem('tip-not-found')) : ok(monthly);
}

/** The monthly tip as it is, synced first while something is expected. If Stripe is unavailable, the stored one is returned. */
export async function readMonthly(deps: Deps, asking: Asking): Promise<Result<MonthlyView>> {
  const known = await found(deps, asking);
  if (!known.ok || asking === undefined) return known.ok ? fail(problem('tip-not-found')) : known;
  const mayHaveMoved = isMoving(known.value) && isDue(known.value, deps.clock.now());
  const synced = mayHaveMoved ? await syncMonthly(deps, asking, { cause: 'poll', eventId: null }) : known;
  return ok(await monthlyViewOf(deps, synced.ok ? synced.value : known.value));
}

/** A change that the fan wants: refused above the rate, and once the monthly tip is over. */
async function change(
  deps: Deps,
  asking: Asking,
  work: (monthly: Monthly) => Promise<Result<Monthly, SyncFailure | Problem>>,
): Promise<Result<MonthlyView>> {
  const known = await running(deps, asking);
  if (!known.ok) return known;
  const done = await work(known.value);
  if (done.ok) return ok(await monthlyViewOf(deps, done.value));
  return fail(await refusalOf(deps, known.value, done.problem));
}

/** Withdrawing stays possible after the end. */
async function running(deps: Deps, asking: Asking, mayBeOver = false): Promise<Result<Monthly>> {
  const known = await found(deps, asking);
  if (!known.ok) return known;
  const counted = await deps.limits.count([tipRules(deps.config).manage(known.value.monthlyId)]);
  if (counted.some(({ left }) => left < 0)) return fail(tooMany(counted));
  const { state, stripe } = known.value;
  if (stripe.subscriptionId === null || (!mayBeOver && isOver(state))) return fail(problem('monthly-ended'));
  return known;
}

/** The problem of a change that was not made. What was asked for is noted, and made as soon as Stripe answers. */
export async function refusalOf(
  deps: Deps,
  monthly: Monthly,
  failure: SyncFailure | Problem,
): Promise<Problem> {
  if ('code' in failure && !('kind' in failure) && failure.code !== 'payments-not-ready') return failure;
  if (!('kind' in failure) || failure.kind === 'gone') {
    const loginUrl = await portalLogin(deps, monthly);
    return problem('monthly-elsewhere', loginUrl === null ? {} : { figures: { loginUrl } });
  }
  if (failure.kind === 'unavailable') logUnavailable(deps.log, failure);
  return problem('service-unavailable');
}

export const stopByFan = (
  deps: Deps,
  asking: Asking,
  { when }: { readonly when: 'period-end' | 'now' },
): Promise<Result<MonthlyView>> =>
  change(deps, asking, (monthly) =>
    when === 'now' ? endMonthly(deps, monthly, 'fan') : stopMonthly(deps, monthly, 'fan'),
  );

export const keepByFan = (deps: Deps, asking: Asking): Promise<Result<MonthlyView>> =>
  change(deps, asking, (monthly) => keepMonthly(deps, monthly));

export const changeAmountByFan = (
  deps: Deps,
  asking: Asking,
  wanted: PeriodAmountRequest,
  reader: Reader,
): Promise<Result<MonthlyView>> =>
  change(deps, asking, (monthly) => changePeriodAmount(deps, monthly, wanted, reader));

export async function withdrawByFan(deps: Deps, asking: Asking): Promise<Result<MonthlyView>> {
  const known = await running(deps, asking, true);
  if (!known.ok) return known;
  const allowed = await withdrawable(deps, known.value);
  if (!allowed.ok) return allowed;
  const done = await withdrawMonthly(deps, known.value);
  return done.ok
    ? ok(await monthlyViewOf(deps, done.value))
    : fail(await refusalOf(deps, known.value, done.problem));
}

/** Stripe's page where the fan confirms or pays what is due. It shows the fan's address, so it is asked for at the press and never stored. */
export async function confirmByFan(deps: Deps, asking: Asking): Promise<Result<MonthlyPage>> {
  const known = await running(deps, asking);
  if (!known.ok) return known;
  const { accountId, latestInvoiceId } = known.value.stripe;
  if (latestInvoiceId === null) return fail(problem('monthly-ended'));
  const page = await deps.subscriptions.invoicePage(accountId, latestInvoiceId);
  if (!page.ok) return fail(await refusalOf(deps, known.value, page.problem));
  return page.value === null ? fail(problem('nothing-due')) : ok({ url: page.value });
}

/** Stripe's portal: another card, the invoices, and a second way to stop. */
export async function portalByFan(
  deps: Deps,
  asking: Asking,
  { flow }: PortalRequest,
): Promise<Result<MonthlyPage>> {
  const known = await running(deps, asking);
  if (!known.ok) return known;
  const counted = await deps.limits.count([tipRules(deps.config).portal(known.value.monthlyId)]);
  if (counted.some(({ left }) => left < 0)) return fail(tooMany(counted));
  const opened = await openPortal(deps, known.value, flow);
  return opened.ok ? opened : fail(await refusalOf(deps, known.value, opened.problem));
}
