import { applicationFee, coverCosts, estimateFee } from '../../../core/money/fees';
import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';
import type { TipRequest } from '../../../core/api/tip-api';
import { checkTipAmount } from '../../../core/money/amount-limits';
import type { Tip } from '../../../core/tip/tip';
import { noContribution } from '../../../core/money/totals';
import type { TipTexts } from '../../../core/tip/tip-text';
import type { AppConfig } from '../../config';
import type { TipTerms } from './accepts-tips';

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
  config: AppConfig,
  { payments, amounts, cover, fees }: TipTerms,
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
  const platformBps = config.mode === 'single' ? 0 : config.platformFeeBps;
  return ok({
    tipAmount,
    coverAmount,
    amount,
    estimatedFee,
    applicationFee: applicationFee(amount, platformBps, payments.currency, estimatedFee),
  });
}

export interface TipParts {
  readonly tipId: string;
  readonly uid: string;
  readonly handle: string;
  readonly config: AppConfig;
  readonly terms: TipTerms;
  readonly total: TipTotal;
  readonly texts: TipTexts;
  readonly request: TipRequest;
  readonly requestHash: string;
  readonly origin: string | null;
  readonly now: number;
}

/** A tip before its payment is created. */
export function draftTip(parts: TipParts): Tip {
  const { config, terms, total, texts, request, now } = parts;
  return {
    v: 1,
    rev: 1,
    tipId: parts.tipId,
    ownerUid: parts.uid,
    handle: parts.handle,
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
    source: {
      origin: parts.origin,
      for: texts.for,
      placement: texts.placement,
      addressHash: null,
      addressHashExpiresAt: null,
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
    state: 'pending',
    contrib: noContribution,
    requestHash: parts.requestHash,
    amountChange: null,
    amountSequence: 0,
    keyRound: 0,
    sealedSecret: null,
    createdAt: now,
    updatedAt: now,
    syncedAt: null,
  };
}
