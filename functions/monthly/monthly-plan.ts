import type { TipRequest } from '../../core/api/tip-api';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import { notBegun, type Monthly } from '../../core/monthly/monthly';
import { commitmentWords, consentTo, wordsVersion } from '../../core/monthly/monthly-words';
import type { Interval } from '../../core/money/amount-limits';
import type { Tip } from '../../core/tip/tip';
import { withoutLink } from '../../core/ways/ways';
import type { Deps } from '../deps';
import type { StoredProfile } from '../../core/profile/stored-profile';
import type { FoundProfile } from '../profiles/find-profile';
import type { TipTerms } from '../tips/create/accepts-tips';
import { sessionLifetimeMs, type Gate } from '../tips/tip-tokens';
import { followHandle } from './follow-handle';
import { monthlySetup } from './monthly-setup';
import { periodTerms } from './monthly-terms';

/** A request for a monthly tip that the owner's offer allows. */
export interface MonthlyPlan {
  readonly every: Interval;
  readonly terms: TipTerms;
  readonly consent: Monthly['consent'];
  readonly productId: string;
  readonly link: boolean;
}

interface Asked {
  readonly gate: Gate;
  readonly found: FoundProfile;
  readonly terms: TipTerms;
}

/** Only these renew without the fan: banks' pages would mail an invoice each month. */
const renewing = ['card', 'link'];

/** When the fan began to read the words, which came with the session. */
export const readAt = ({ expiresAt }: Gate): number => expiresAt - sessionLifetimeMs;

/** Whether the owner takes tips of this interval. */
export const isOffered = ({ tips }: Pick<StoredProfile, 'tips'>, every: Interval): boolean =>
  tips.monthly.on && tips.monthly.intervals.includes(every);

/** The plan of a request; null = the fan gives once. */
export async function monthlyPlan(
  deps: Deps,
  request: TipRequest,
  { gate, found, terms }: Asked,
): Promise<Result<MonthlyPlan | null>> {
  const { every = 'once' } = request;
  if (every === 'once') return ok(null);
  const { profile } = found;
  if (!isOffered(profile, every)) return fail(problem('monthly-unavailable'));
  if (request.surface !== 'hosted')
    return fail(
      problem('invalid-fields', {
        fields: { surface: 'A monthly tip begins on Stripe’s page: use hosted.' },
      }),
    );
  const offered = periodTerms(terms, profile.tips, every);
  const at = readAt(gate);
  const { currency, accountId, linkPayments: link } = terms.payments;
  const commitment = { amount: request.total, currency, every, owner: profile.name, at };
  const language = request.language ?? 'en';
  if (request.wordsVersion !== wordsVersion)
    return fail(
      problem('words-changed', { figures: { ...commitmentWords(commitment, language), wordsVersion } }),
    );
  const setup = await monthlySetup(deps, { uid: gate.uid, handle: profile.handle, accountId });
  if (!setup.ok) return setup;
  await followHandle(deps, gate.uid, profile.handle);
  const { productId } = setup.value;
  return ok({ every, terms: offered, consent: consentTo(commitment, language), productId, link });
}

/** The first tip of a monthly tip, paid on a page that takes only what renews by itself. */
export const firstTip = (tip: Tip, { link }: MonthlyPlan): Tip => ({
  ...tip,
  ways: withoutLink(renewing, link),
  cycle: { monthlyId: tip.tipId, number: 1, invoiceId: null, subscriptionId: null, period: null },
});

/** The monthly tip of its first tip, before the fan has paid. */
export function newMonthly({ every, consent, productId, terms }: MonthlyPlan, tip: Tip): Monthly {
  const { tipId, ownerUid, handle, livemode, currency, amount, tipAmount, coverAmount, createdAt } = tip;
  return {
    v: 1,
    rev: 1,
    monthlyId: tipId,
    ownerUid,
    handle,
    livemode,
    mode: tip.mode,
    currency,
    every,
    amount,
    tipAmount,
    coverAmount,
    shareBps: tip.applicationFee > 0 ? terms.shareBps : 0,
    consent,
    amountConsents: [],
    fan: { name: tip.fan.name, anonymous: tip.fan.anonymous },
    source: tip.source,
    stripe: {
      accountId: tip.stripe.accountId,
      checkoutSessionId: null,
      subscriptionId: null,
      itemId: null,
      customerId: null,
      productId,
      latestInvoiceId: null,
    },
    ...notBegun,
    requestHash: tip.requestHash,
    createdAt,
    updatedAt: createdAt,
    syncedAt: null,
  };
}
