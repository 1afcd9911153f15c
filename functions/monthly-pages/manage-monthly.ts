import type { Context } from 'hono';
import type * as v from 'valibot';
import {
  periodAmountRequest,
  portalRequest,
  stopAllBody,
  stopRequest,
  type MonthlyPage,
  type MonthlyView,
  type OwnerStopAnswer,
  type PeriodAmountRequest,
  type PortalRequest,
  type StopAllAnswer,
  type StopAllBody,
} from '@busker/core/fan-api/monthly-api';
import { fail, ok, problem, refusedField, type Problem, type Result } from '@busker/core/base/result';
import { readDocumentId } from '@busker/core/text/text';
import { paths } from '@busker/core/documents/documents';
import { monthlyDocument } from '@busker/core/money-documents/monthly-document';
import {
  checkTipAmount,
  intervalAmounts,
  coverCosts,
  type AmountLimits,
} from '@busker/core/amounts/amount-limits';
import { billingRule, feeRule } from '@busker/core/fees/fees';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import { askedAfterWish, isElsewhere } from '@busker/core/monthly/monthly-projection';
import {
  isOver,
  monthlyStates,
  withAmountConsent,
  withdrawalOf,
  type AmountConsent,
  type Monthly,
} from '@busker/core/monthly/monthly';
import { wordsVersion } from '@busker/core/monthly/monthly-words';
import { normaliseHandle } from '@busker/core/profile/draft';
import type { StoredProfile } from '@busker/core/profile/profile';
import type { Tip } from '@busker/core/tip/tip';
import type { Deps, Owner } from '../deps';
import {
  answer,
  bearer,
  ownerCallWith,
  readJson,
  readerOf,
  refuse,
  type Reader,
  type Route,
} from '../http/routes';
import { logUnavailable } from '../log';
import { openPortal, portalLogin } from '../monthly/monthly-plan';
import {
  endMonthly,
  isRunning,
  keepMonthly,
  stopMonthly,
  syncMonthly,
  tipsOf,
  withdrawMonthly,
  withdrawable,
} from '../monthly/sync-monthly';
import { readableItems } from '../queue/sweep';
import { stored, type Found } from '../store/store';
import type { TipReference } from '../stripe/payments';
import { tooMany } from '../open-tips/new-tip';
import type { SyncFailure } from '../tips/sync-tip';
import { tipRules, openTipToken } from '../tips/tip-access';
import { writeMonthly } from '../tips/write-tip';
import { changeWords, consentToAmount } from './manage-section';

const trigger = { cause: 'amount', eventId: null } as const;

/** While something is asked of Stripe, or nothing more is charged, another amount has no meaning. */
const isChangeable = (monthly: Monthly): boolean =>
  monthly.asked === null &&
  monthly.stripe.itemId !== null &&
  !isElsewhere(monthly) &&
  ['active', 'paused', 'needs-action', 'overdue'].includes(monthly.state);

/** The owner's limits of today; those of the currency once there is no profile. Null = the amount cannot be changed. */
function changeLimits(monthly: Monthly, profile: StoredProfile | undefined): AmountLimits | null {
  if (!isChangeable(monthly)) return null;
  const { min, max } = profile?.tips ?? { min: null, max: null };
  return intervalAmounts(monthly.currency, { min, max }, monthly.every, null).limits;
}

/** The covered costs; nothing where the owner no longer offers it. */
function coverOf(
  { tipAmount, coverCosts: covers }: PeriodAmountRequest,
  { currency, shareBps }: Monthly,
  profile: StoredProfile | undefined,
  payments: PaymentsState | undefined,
): number {
  const country = payments?.feesCountry ?? payments?.country ?? null;
  const rule = feeRule(country, currency, shareBps);
  if (!covers || profile?.tips.coverCosts !== true || rule === null) return 0;
  return coverCosts(tipAmount, billingRule(rule), currency).cover;
}

/**
 * Another amount from the next period on, with what the fan read (`reader`: in which language). It is stored after Stripe has it; if that answer is
 * lost, the next check reads it from Stripe.
 */
async function changePeriodAmount(
  deps: Deps,
  monthly: Monthly,
  wanted: PeriodAmountRequest,
  reader: Reader,
): Promise<Result<Monthly, SyncFailure | Problem>> {
  const { ownerUid: uid, monthlyId, currency, every, stripe } = monthly;
  const [profile, payments] = await Promise.all([
    deps.store.read(stored.profile(uid)),
    deps.store.read(stored.payments(uid)),
  ]);
  const limits = changeLimits(monthly, profile);
  const { subscriptionId, itemId, accountId: account, productId } = stripe;
  if (limits === null || subscriptionId === null || itemId === null) return fail(problem('monthly-ended'));
  const within = checkTipAmount(wanted.tipAmount, limits);
  if (!within.ok) return within;
  const coverAmount = coverOf(wanted, monthly, profile, payments);
  const amount = wanted.tipAmount + coverAmount;
  if (amount !== wanted.total) {
    const figures = { tipAmount: wanted.tipAmount, coverAmount, amount, currency };
    return fail(problem('total-changed', { figures }));
  }
  if (wanted.wordsVersion !== wordsVersion)
    return fail(problem('words-changed', { figures: { ...changeWords(monthly, reader), wordsVersion } }));
  await noteConsent(deps, monthly, consentToAmount(monthly, amount, reader, deps.clock.now()));
  const changed = await deps.subscriptions.changeAmount({
    account,
    subscriptionId,
    itemId,
    productId,
    amount,
    currency,
    every,
  });
  const synced = await syncMonthly(deps, { uid, tipId: monthlyId }, trigger);
  if (!changed.ok) return changed;
  if (!synced.ok) return synced;
  return ok((await keepParts(deps, synced.value, wanted.tipAmount, coverAmount)) ?? synced.value);
}

/** Before Stripe is asked: whatever answer is lost, the consent to what is charged then is stored. */
const noteConsent = (
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { ownerUid, monthlyId }: Monthly,
  agreed: AmountConsent,
): Promise<void> =>
  store.transaction(async (tx) => {
    const current = await tx.read(stored.monthly(ownerUid, monthlyId));
    if (current === undefined) return;
    const amountConsents = withAmountConsent(current, agreed);
    if (amountConsents !== current.amountConsents)
      writeMonthly(tx, current, { ...current, amountConsents }, trigger, clock.now());
  });

/** Stripe knows the sum alone. Undefined when the monthly tip is gone with its owner's account. */
function keepParts(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { ownerUid, monthlyId }: Monthly,
  tipAmount: number,
  coverAmount: number,
): Promise<Monthly | undefined> {
  return store.transaction(async (tx) => {
    const current = await tx.read(stored.monthly(ownerUid, monthlyId));
    if (current === undefined) return undefined;
    const isSame = current.tipAmount === tipAmount && current.coverAmount === coverAmount;
    // Somebody changed the amount once more.
    if (isSame || current.amount !== tipAmount + coverAmount) return current;
    return writeMonthly(tx, current, { ...current, tipAmount, coverAmount }, trigger, clock.now());
  });
}

const paymentOf = ({ tipId, payment, createdAt, amount, state, refund }: Tip) => ({
  tipId,
  at: payment.succeededAt ?? createdAt,
  amount,
  state,
  refunded: refund.refunded,
  refunding: refund.pending,
  ...(payment.presented === undefined ? {} : { presented: payment.presented }),
});

/** It has ended, but the account is disconnected, so that the money of the withdrawal waits. */
const isWithdrawalWaiting = (
  { state, asked, elsewhere, stripe }: Monthly,
  payments: PaymentsState | undefined,
): boolean => {
  if (!isOver(state) || asked?.reason !== 'withdrawn') return false;
  if (elsewhere !== undefined) return true;
  return (
    payments !== undefined && (payments.disconnectedAt !== null || payments.accountId !== stripe.accountId)
  );
};

/** A withdrawal that Stripe has not confirmed counts as made: after the end, the page shows it at once. */
const endReasonOf = ({ state, asked, endReason }: Monthly): Monthly['endReason'] =>
  state === 'ended' && asked?.reason === 'withdrawn' ? 'withdrawn' : endReason;

/** The part of a monthly tip that its fan may read. */
async function monthlyViewOf(deps: Pick<Deps, 'store' | 'clock'>, monthly: Monthly): Promise<MonthlyView> {
  const { monthlyId, state, every, amount, tipAmount, coverAmount, currency, card, asked } = monthly;
  const { nextChargeAt, endingAt, endedAt } = monthly;
  const now = deps.clock.now();
  const [profile, payments, tips] = await Promise.all([
    deps.store.read(stored.profile(monthly.ownerUid)),
    deps.store.read(stored.payments(monthly.ownerUid)),
    tipsOf(deps, monthly),
  ]);
  const isLost = isElsewhere(monthly);
  const withdrawal = withdrawalOf(monthly, tips, now);
  const handle = profile?.handle ?? monthly.handle;
  return {
    monthlyId,
    state,
    every,
    amount,
    tipAmount,
    coverAmount,
    currency,
    limits: changeLimits(monthly, profile),
    // Stripe may have moved or stopped it meanwhile, and nobody here can ask.
    nextChargeAt: isLost ? null : nextChargeAt,
    endingAt: isLost ? null : endingAt,
    endedAt,
    endReason: endReasonOf(monthly),
    asked: asked?.what ?? null,
    card: card === null ? null : { ...card },
    owner: { name: profile?.name ?? handle, handle },
    elsewhere: isLost || isWithdrawalWaiting(monthly, payments),
    portalLogin: isLost ? await portalLogin(deps, monthly) : null,
    withdrawUntil: withdrawal.kind === 'open' ? withdrawal.until : null,
    payments: tips.filter(({ payment }) => payment.status !== 'draft').map(paymentOf),
    now,
  };
}

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
async function refusalOf(deps: Deps, monthly: Monthly, failure: SyncFailure | Problem): Promise<Problem> {
  if ('code' in failure && !('kind' in failure) && failure.code !== 'payments-not-ready') return failure;
  if (!('kind' in failure) || failure.kind === 'gone') {
    const loginUrl = await portalLogin(deps, monthly);
    return problem('monthly-elsewhere', loginUrl === null ? {} : { figures: { loginUrl } });
  }
  if (failure.kind === 'unavailable') logUnavailable(deps.log, failure);
  return problem('service-unavailable');
}

const stopByFan = (
  deps: Deps,
  asking: Asking,
  { when }: { readonly when: 'period-end' | 'now' },
): Promise<Result<MonthlyView>> =>
  change(deps, asking, (monthly) =>
    when === 'now' ? endMonthly(deps, monthly, 'fan') : stopMonthly(deps, monthly, 'fan'),
  );

const keepByFan = (deps: Deps, asking: Asking): Promise<Result<MonthlyView>> =>
  change(deps, asking, (monthly) => keepMonthly(deps, monthly));

const changeAmountByFan = (
  deps: Deps,
  asking: Asking,
  wanted: PeriodAmountRequest,
  reader: Reader,
): Promise<Result<MonthlyView>> =>
  change(deps, asking, (monthly) => changePeriodAmount(deps, monthly, wanted, reader));

async function withdrawByFan(deps: Deps, asking: Asking): Promise<Result<MonthlyView>> {
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
async function confirmByFan(deps: Deps, asking: Asking): Promise<Result<MonthlyPage>> {
  const known = await running(deps, asking);
  if (!known.ok) return known;
  const { accountId, latestInvoiceId } = known.value.stripe;
  if (latestInvoiceId === null) return fail(problem('monthly-ended'));
  const page = await deps.subscriptions.invoicePage(accountId, latestInvoiceId);
  if (!page.ok) return fail(await refusalOf(deps, known.value, page.problem));
  return page.value === null ? fail(problem('nothing-due')) : ok({ url: page.value });
}

/** Stripe's portal: another card, the invoices, and a second way to stop. */
async function portalByFan(
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

type AskingFan = Parameters<typeof readMonthly>[1];

/** The fan's API of a monthly tip, for the manage page. The token of its first tip is the key. */
export function monthlyRoutes(deps: Deps): readonly Route[] {
  const { config } = deps;
  const asking = (c: Context) => openTipToken(config.secrets, bearer(c), c.req.param('monthlyId') ?? '');
  /** A call without a choice has no body. */
  const plain = (path: string, work: (asked: AskingFan) => Promise<Result<object>>): Route => ({
    path: `/v1/monthly/:monthlyId/${path}`,
    cors: 'own',
    on: {
      POST: async (c) => answer(c, config, await work(asking(c))),
    },
  });
  const chosen = <T>(
    path: string,
    schema: v.GenericSchema<unknown, T>,
    work: (asked: AskingFan, request: T, reader: Reader) => Promise<Result<object>>,
  ): Route => ({
    path: `/v1/monthly/:monthlyId/${path}`,
    cors: 'own',
    on: {
      POST: async (c) => {
        const request = await readJson(c, schema);
        if (!request.ok) return refuse(c, config, request.problem);
        return answer(c, config, await work(asking(c), request.value, readerOf(c)));
      },
    },
  });
  return [
    {
      path: '/v1/monthly/:monthlyId',
      cors: 'own',
      on: { GET: async (c) => answer(c, config, await readMonthly(deps, asking(c))) },
    },
    chosen('stop', stopRequest, (asked, request) => stopByFan(deps, asked, request)),
    chosen('amount', periodAmountRequest, (asked, request, reader) =>
      changeAmountByFan(deps, asked, request, reader),
    ),
    chosen('portal', portalRequest, (asked, request) => portalByFan(deps, asked, request)),
    plain('keep', (asked) => keepByFan(deps, asked)),
    plain('withdraw', (asked) => withdrawByFan(deps, asked)),
    plain('confirm', (asked) => confirmByFan(deps, asked)),
  ];
}

type StopDeps = Pick<Deps, 'store' | 'clock' | 'log'>;

/** Two writes each. Two thousand monthly tips are twenty commits, which take seconds. */
const pageSize = 100;

const dueTrigger = { cause: 'schedule', eventId: null } as const;

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
    const found: readonly Found<Result<Monthly>>[] = await deps.store.find(query, monthlyDocument.decode);
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
      if (asked !== monthly.asked) writeMonthly(tx, monthly, { ...monthly, asked }, dueTrigger, now);
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
