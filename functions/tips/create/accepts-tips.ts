import { feeRule, type FeeRule } from '../../../core/money/fees';
import { readyPayments, type ReadyPayments } from '../../../core/money/payments-state';
import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';
import { tipAmounts, type ProfileAmounts } from '../../../core/money/amount-limits';
import type { AppConfig } from '../../config';
import type { FoundProfile } from '../../profiles/find-profile';

/** The terms for tips to this profile from this page. */
export interface TipTerms {
  readonly payments: ReadyPayments;
  readonly amounts: ProfileAmounts;
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
export function tipTerms(
  config: AppConfig,
  { profile, payments }: FoundProfile,
  origin: string | null,
  now: number,
): Result<TipTerms> {
  if (!siteAllowed(config, profile.allowedSites, origin)) return fail(problem('site-not-allowed'));
  if (!profile.tips.on) return fail(problem('tips-off'));
  const ready = readyPayments(payments, now);
  if (ready === undefined) return fail(problem('payments-not-ready'));
  const platformBps = config.mode === 'single' ? 0 : config.platformFeeBps;
  const fees = feeRule(ready.feesCountry ?? ready.country, ready.currency, platformBps);
  return ok({
    payments: ready,
    amounts: tipAmounts(ready.currency, profile.tips),
    fees,
    cover: profile.tips.coverCosts ? fees : null,
  });
}
