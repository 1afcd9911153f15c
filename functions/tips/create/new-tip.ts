import { applicationFee, coverCosts, estimateFee } from '../../../core/money/fees';
import { problem, fail, ok, type Result } from '../../../core/base/result';
import type { TipRequest } from '../../../core/api/tip-api';
import { convertsIn } from '../../../core/money/fan-money';
import { checkTipAmount } from '../../../core/money/amount-limits';
import { yearsAfter, type Tip } from '../../../core/tip/tip';
import { noContribution } from '../../../core/money/totals';
import { hostedWays, usualWays, waysFor, withoutLink } from '../../../core/ways/ways';
import type { TipSettings } from '../../../core/profile/draft';
import { tipTexts } from '../../../core/tip/tip-text';
import type { Deps } from '../../deps';
import { fingerprint, isFingerprint, type Secrets } from '../../signed-token';
import type { FoundProfile } from '../../profiles/find-profile';
import type { TipReference } from '../../stripe/payments';
import type { TipTerms } from './accepts-tips';

/** The fields that a repeated request must repeat: all except the gate and the challenge, which may be new. */
function essence(request: TipRequest): string {
  const { session: _session, challenge: _challenge, every, ...rest } = request;
  const meant = {
    ...rest,
    anonymous: rest.anonymous ?? false,
    every: every === 'once' ? undefined : every,
  };
  const entries = Object.entries(meant).filter(([, value]) => value !== null && value !== undefined);
  return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Keyed, since the request may contain an email address, which must not be stored in a guessable form. */
const requestHashOf = (secrets: Secrets, request: TipRequest) =>
  fingerprint(secrets, 'tip-request', essence(request));

export const isSameRequest = (secrets: Secrets, request: TipRequest, hash: string) =>
  isFingerprint(secrets, 'tip-request', essence(request), hash);

/** The parts of a total, in minor units: the tip, the covered costs, and the charged sum. */
export interface TipTotal {
  readonly tipAmount: number;
  readonly coverAmount: number;
  readonly amount: number;
  readonly applicationFee: number;
  readonly estimatedFee: number;
}

/** Computes the total again. If the fan saw another one, the answer has the right amounts and nothing is charged. */
export function checkedTotal(
  { payments, amounts, cover, fees, shareBps }: TipTerms,
  wanted: Pick<TipRequest, 'tipAmount' | 'coverCosts' | 'total'>,
): Result<TipTotal> {
  const within = checkTipAmount(wanted.tipAmount, amounts.limits);
  if (!within.ok) return within;
  const { tipAmount } = wanted;
  const coverAmount =
    wanted.coverCosts && cover !== null ? coverCosts(tipAmount, cover, payments.currency).cover : 0;
  const amount = tipAmount + coverAmount;
  if (amount !== wanted.total) {
    const figures = { tipAmount, coverAmount, amount, currency: payments.currency };
    return fail(problem('total-changed', { figures }));
  }
  const estimatedFee = estimateFee(amount, fees);
  return ok({
    tipAmount,
    coverAmount,
    amount,
    estimatedFee,
    applicationFee: applicationFee(amount, shareBps, payments.currency, estimatedFee),
  });
}

/** The origin of a tip. */
interface TipSource {
  readonly reference: TipReference;
  readonly found: FoundProfile;
  readonly terms: TipTerms;
  /** The origin of the fan's page. */
  readonly origin: string | null;
  /** The ways to pay of the session; undefined = the session is of an earlier release. */
  readonly offered: readonly string[] | undefined;
  /** How long the owner keeps texts. */
  readonly keepTipsYears: number;
}

/** In the page, what the card form shows; else what Stripe's page may offer, also to fans who pay in their own currency. */
function waysOf(
  { ways }: Pick<Deps, 'ways'>,
  { surface }: TipRequest,
  { currency, linkPayments }: TipTerms['payments'],
  offered: readonly string[] | undefined,
  fanCurrency: boolean,
): readonly string[] {
  if (surface === 'elements' && offered !== undefined) return offered;
  const onStripesPage = fanCurrency ? hostedWays(ways) : waysFor(currency, 'hosted', ways);
  return withoutLink(surface === 'hosted' ? onStripesPage : usualWays, linkPayments);
}

/** What is charged again every month is not converted. */
const mayConvert = (
  { surface, every = 'once' }: TipRequest,
  { fanCurrency }: TipSettings,
  { country }: TipTerms['payments'],
): boolean => fanCurrency && surface === 'hosted' && every === 'once' && convertsIn(country);

/** The tip of a request, before its payment is created. */
export function newTip(
  deps: Pick<Deps, 'config' | 'clock' | 'ways'>,
  request: TipRequest,
  { reference, found, terms, origin, offered, keepTipsYears }: TipSource,
): Result<Tip> {
  const { config, clock } = deps;
  const read = checkedTotal(terms, request);
  if (!read.ok) return read;
  const cleaned = tipTexts(request, found.profile.tips.blockWords);
  if (!cleaned.ok) return cleaned;
  const total = read.value;
  const fanCurrency = mayConvert(request, found.profile.tips, terms.payments);
  const texts = cleaned.value;
  const now = clock.now();
  return ok({
    v: 1,
    rev: 1,
    tipId: reference.tipId,
    ownerUid: reference.uid,
    handle: found.profile.handle,
    livemode: config.livemode,
    mode: config.mode,
    surface: request.surface,
    currency: terms.payments.currency,
    amount: total.amount,
    tipAmount: total.tipAmount,
    coverAmount: total.coverAmount,
    applicationFee: total.applicationFee,
    fan: { name: texts.name, message: texts.message, anonymous: request.anonymous ?? false, country: null },
    moderation: texts.moderation,
    reply: null,
    source: {
      origin,
      for: texts.for,
      placement: texts.placement,
    },
    stripe: {
      accountId: terms.payments.accountId,
      paymentIntentId: null,
      checkoutSessionId: null,
      chargeId: null,
      balanceTransactionId: null,
      paymentMethodType: null,
      brand: null,
      last4: null,
    },
    payment: { status: 'draft', attempts: 0, lastError: null, succeededAt: null },
    refund: { status: 'none', refunded: 0, pending: 0 },
    dispute: { status: 'none', amount: 0, disputeId: null, dueBy: null },
    warning: null,
    risk: null,
    fees: {
      estimated: total.estimatedFee,
      stripe: null,
      application: null,
      net: null,
      settlementCurrency: null,
    },
    returned: null,
    state: 'pending',
    contrib: noContribution,
    requestHash: requestHashOf(config.secrets, request),
    amountChange: null,
    amountSequence: 0,
    keyRound: 0,
    ways: waysOf(deps, request, terms.payments, offered, fanCurrency),
    ...(fanCurrency ? { fanCurrency } : {}),
    sealedSecret: null,
    eraseTextsAt: texts.name === null && texts.message === null ? null : yearsAfter(now, keepTipsYears),
    createdAt: now,
    updatedAt: now,
    syncedAt: null,
  });
}
