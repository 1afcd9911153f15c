import { fail, ok, problem, unreachable, type Problem, type Result } from '../../../core/base/result';
import { tipAmounts, type ProfileAmounts } from '../../../core/money/amount-limits';
import { feeRule, type FeeRule } from '../../../core/money/fees';
import { asksForHostCountry, hostShareBps } from '../../../core/money/host-share';
import { readyPayments, type ReadyPayments } from '../../../core/money/payments-state';
import { goneTip } from '../../../core/tip/state/payment-projection';
import type { Tip } from '../../../core/tip/tip';
import type { AppConfig } from '../../config';
import type { Deps } from '../../deps';
import { logUnavailable } from '../../log';
import type { FoundProfile } from '../../profiles/find-profile';
import { stored } from '../../store/stored';
import type { Accounts } from '../../stripe/accounts';
import type { PaymentsFailure } from '../../stripe/payments';
import { writeTip } from '../write-tip';

/** The country of the server's own account, once Stripe has told it. It does not change. */
const homes = new WeakMap<Accounts, string>();

async function hostCountry(accounts: Accounts): Promise<string | null> {
  const known = homes.get(accounts);
  if (known !== undefined) return known;
  const own = await accounts.readAccount(null);
  const country = own.ok ? own.value.country : null;
  if (country !== null) homes.set(accounts, country);
  return country;
}

/**
 * The host's share of tips to an account in this country, in basis points. Stripe is asked only where the answer depends on the host's own country; while
 * it is not known there is none, so that the fan can pay.
 */
async function shareOf(
  { config, accounts }: Pick<Deps, 'config' | 'accounts'>,
  country: string | null,
): Promise<number> {
  const bps = config.mode === 'single' ? 0 : config.platformFeeBps;
  if (bps === 0 || !asksForHostCountry(country)) return bps;
  return hostShareBps(bps, country, await hostCountry(accounts));
}

/** The terms for tips to this profile from this page. */
export interface TipTerms {
  readonly payments: ReadyPayments;
  readonly amounts: ProfileAmounts;
  /** The host's share, in basis points. */
  readonly shareBps: number;
  /** Null when the owner does not offer it, or the account's fee is unknown: then covering adds nothing. */
  readonly cover: FeeRule | null;
  /** The estimate of Stripe's fee, even when covering is not offered. */
  readonly fees: FeeRule | null;
}

/** An empty list allows every site; our own pages are always allowed. `origin` null = the browser did not send one. */
function siteAllowed(config: AppConfig, allowed: readonly string[], origin: string | null): boolean {
  if (allowed.length === 0 || origin === config.publicOrigin) return true;
  return origin !== null && allowed.includes(origin);
}

/** Whether this profile takes tips from this page now, and on which terms. */
export async function tipTerms(
  deps: Pick<Deps, 'config' | 'clock' | 'accounts'>,
  { profile, payments }: FoundProfile,
  origin: string | null,
): Promise<Result<TipTerms>> {
  const { config, clock } = deps;
  if (!siteAllowed(config, profile.allowedSites, origin)) return fail(problem('site-not-allowed'));
  if (!profile.tips.on) return fail(problem('tips-off'));
  const ready = readyPayments(payments, clock.now());
  if (ready === undefined) return fail(problem('payments-not-ready'));
  const shareBps = await shareOf(deps, ready.country);
  const fees = feeRule(ready.feesCountry ?? ready.country, ready.currency, shareBps);
  return ok({
    payments: ready,
    shareBps,
    amounts: tipAmounts(ready.currency, profile.tips),
    fees,
    cover: profile.tips.coverCosts ? fees : null,
  });
}

type RefusalDeps = Pick<Deps, 'store' | 'clock' | 'log'>;

/** Turns a failure into the fan's problem. A refusal ends the tip. If the outcome is unknown, the draft stays for another try. */
export async function refusal(deps: RefusalDeps, tip: Tip, failure: PaymentsFailure): Promise<Problem> {
  switch (failure.kind) {
    case 'unavailable':
      logUnavailable(deps.log, failure);
      return problem('service-unavailable');
    case 'gone':
      await closeGone(deps, tip);
      return problem('payments-not-ready');
    case 'refused': {
      const { code, requestId: stripeRequestId } = failure;
      deps.log.paymentRefused({ tipId: tip.tipId, code, stripeRequestId });
      await close(deps, tip, code);
      return refusedAs(code);
    }
    default:
      return unreachable(failure);
  }
}

/** Stripe's minimum applies in the settlement currency, which our table cannot foresee. */
function refusedAs(code: string): Problem {
  if (code === 'amount_too_small') return problem('amount-too-small');
  if (code === 'amount_too_large') return problem('amount-too-large');
  return problem('payment-refused');
}

/** The payment can no longer be made, nor can a waiting one be paid. */
async function closeGone({ store, clock }: RefusalDeps, tip: Tip): Promise<void> {
  await store.transaction(async (tx) => {
    const current = await tx.read(stored.tip(tip.ownerUid, tip.tipId));
    if (current === undefined) return;
    const now = clock.now();
    const after = goneTip(current, { succeeded: false }, now);
    if (after !== null) writeTip(tx, current, after, { cause: 'create', eventId: null }, now);
  });
}

/** A draft that Stripe refused never gets a payment. */
async function close({ store, clock }: RefusalDeps, tip: Tip, code: string): Promise<void> {
  await store.transaction(async (tx) => {
    const current = await tx.read(stored.tip(tip.ownerUid, tip.tipId));
    if (current?.payment.status !== 'draft') return;
    const now = clock.now();
    const payment = {
      ...current.payment,
      status: 'failed',
      lastError: { code, declineCode: null, at: now },
    } as const;
    const after: Tip = { ...current, payment, state: 'failed' };
    writeTip(tx, current, after, { cause: 'create', eventId: null }, now);
  });
}
