import { timingSafeEqual } from 'node:crypto';
import type { TipByPayment, TipByPaymentRequest, TipRequest, TipSession } from '@busker/core/fan-api/tip-api';
import type { ShippedLanguage } from '@busker/core/locale/language-tags';
import { fail, ok, problem, unreachable, type Problem, type Result } from '@busker/core/base/result';
import { collections } from '@busker/core/documents/documents';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import {
  checkTipAmount,
  tipAmounts,
  type ProfileAmounts,
  coverCosts,
  type FeeRule,
} from '@busker/core/amounts/amount-limits';
import { addressOn } from '@busker/core/domains/own-domain';
import { convertsIn } from '@busker/core/money/fan-money';
import {
  applicationFee,
  estimateFee,
  feeRule,
  asksForHostCountry,
  hostShareBps,
} from '@busker/core/fees/fees';
import { readyPayments, type ReadyPayments } from '@busker/core/payments/payments-state';
import { noContribution } from '@busker/core/money/money';
import type { TipSettings } from '@busker/core/profile/draft';
import { pauseAt } from '@busker/core/profile/profile';
import { goneTip } from '@busker/core/tip-state/tip-projection';
import { yearsAfter, type Tip } from '@busker/core/tip/tip';
import { tipTexts } from '@busker/core/tip/tip-text';
import { hostedMethods, usualMethods, methodsFor, withoutLink } from '@busker/core/payments/methods';
import type { AppConfig } from '../config';
import type { Deps } from '../deps';
import type { Counter, LimitRule, LimitState } from '../limits/limit-counter';
import { knownAddress, type Caller, type KnownAddress } from '../http/caller';
import { inSameTime } from '../limits/limit-rules';
import { logUnavailable } from '../log';
import type { FoundProfile } from '../profiles/published-profile';
import { fingerprint, isFingerprint, type Secrets } from '../signed-token';
import { readable, stored, type ConditionalWrites, type Stored, type VersionedRead } from '../store/store';
import type { Accounts, PaymentsFailure, TipReference } from '../stripe/payments';
import { signTipToken, tipRules, type Gate } from '../tips/tip-access';
import { writeTip } from '../tips/write-tip';

/** The country of the server's own account, once it was read from Stripe. It does not change. */
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

/** An empty list allows every site; the owner's page is always allowed, also on their own domain. `origin` null = the browser did not send one. */
function siteAllowed(
  { publicOrigin }: AppConfig,
  { allowedSites, domain }: FoundProfile['profile'],
  origin: string | null,
): boolean {
  if (allowedSites.length === 0 || origin === publicOrigin) return true;
  if (domain !== null && `${origin}/` === addressOn(domain, publicOrigin)) return true;
  return origin !== null && allowedSites.includes(origin);
}

/** Whether this profile takes tips from this page now, and on which terms. */
export async function tipTerms(
  deps: Pick<Deps, 'config' | 'clock' | 'accounts'>,
  { profile, payments }: FoundProfile,
  origin: string | null,
): Promise<Result<TipTerms>> {
  const { config, clock } = deps;
  if (!siteAllowed(config, profile, origin)) return fail(problem('site-not-allowed'));
  const now = clock.now();
  if (!profile.tips.on || pauseAt(profile.tipPause, now) !== null) return fail(problem('tips-off'));
  const ready = readyPayments(payments, now);
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

/** The fields that a repeated request must repeat: all except the gate and the challenge, which may be new. */
function essence(request: TipRequest): string {
  const { session: _session, challenge: _challenge, every, ...rest } = request;
  const meant = {
    ...rest,
    anonymous: rest.anonymous ?? false,
    // An earlier release did not know them: then they are not in the hash of its tips.
    privateMessage: rest.privateMessage || undefined,
    hideAmount: rest.hideAmount || undefined,
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

interface TipSource {
  readonly reference: TipReference;
  readonly found: FoundProfile;
  readonly terms: TipTerms;
  /** The origin of the fan's page. */
  readonly origin: string | null;
  /** The payment methods of the session; undefined = the session is of an earlier release. */
  readonly offered: readonly string[] | undefined;
  /** How long the owner keeps texts. */
  readonly keepTipsYears: number;
  /** The fan's. */
  readonly language: ShippedLanguage;
}

/** In the page, what the card form shows; else what Stripe's page may offer, also to fans who pay in their own currency. */
function methodsOf(
  { ways: methods }: Pick<Deps, 'ways'>,
  { surface }: TipRequest,
  { currency, linkPayments }: TipTerms['payments'],
  offered: readonly string[] | undefined,
  fanCurrency: boolean,
): readonly string[] {
  if (surface === 'elements' && offered !== undefined) return offered;
  const onStripesPage = fanCurrency ? hostedMethods(methods) : methodsFor(currency, 'hosted', methods);
  return withoutLink(surface === 'hosted' ? onStripesPage : usualMethods, linkPayments);
}

/** Monthly payments are not converted. */
const mayConvert = (
  { surface, every = 'once' }: TipRequest,
  { fanCurrency }: TipSettings,
  { country }: TipTerms['payments'],
): boolean => fanCurrency && surface === 'hosted' && every === 'once' && convertsIn(country);

/** The tip of a request, before its payment is created. */
export function newTip(
  deps: Pick<Deps, 'config' | 'clock' | 'ways'>,
  request: TipRequest,
  { reference, found, terms, origin, offered, keepTipsYears, language }: TipSource,
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
    fan: {
      name: texts.name,
      message: texts.message,
      anonymous: request.anonymous ?? false,
      country: null,
      ...(request.privateMessage && { privateMessage: true }),
      ...(request.hideAmount && { hidesAmount: true }),
    },
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
    ways: methodsOf(deps, request, terms.payments, offered, fanCurrency),
    ...(fanCurrency ? { fanCurrency } : {}),
    ...(request.surface === 'hosted' ? { pageLanguage: language, pageName: found.profile.name } : {}),
    sealedSecret: null,
    eraseTextsAt: texts.name === null && texts.message === null ? null : yearsAfter(now, keepTipsYears),
    createdAt: now,
    updatedAt: now,
    syncedAt: null,
  });
}

type AdmitDeps = Pick<Deps, 'config' | 'limits' | 'challenge' | 'clock'>;

export function tooMany(states: readonly LimitState[]): Problem {
  const waits = states.filter(({ left }) => left < 0).map(({ waitMs }) => waitMs);
  const retryAfterSeconds = Math.max(1, Math.ceil(Math.max(0, ...waits) / 1000));
  return problem('too-many-requests', { figures: { retryAfterSeconds } });
}

const isOver = ({ left }: LimitState) => left < 0;

/** A rate this many times above a profile's limit cannot be real fans. */
const floodFactor = 10;

/** The rules that count a new tip, and those that make it suspicious. */
interface AdmissionRules {
  readonly address: KnownAddress | null;
  readonly counted: readonly LimitRule[];
  readonly failures: readonly LimitRule[];
}

export function admissionRules(
  deps: AdmitDeps,
  gate: Gate,
  tipId: string,
  caller: Caller,
  isMonthly: boolean,
): AdmissionRules {
  const rules = tipRules(deps.config);
  const address = knownAddress(deps, caller);
  const monthly = address !== null && isMonthly ? [rules.monthlyByAddress(address.hash)] : [];
  const own = address === null ? [] : [...rules.address(address.hash), ...monthly];
  return {
    address,
    counted: [rules.session(gate.nonce), ...own, rules.profile(gate.uid, tipId)],
    failures: failureRules(deps, gate.uid, address),
  };
}

/** The documents of these rules: first the rules that a tip counts for, then the failures. */
export const admissionDocuments = ({ limits }: AdmitDeps, { counted, failures }: AdmissionRules) =>
  limits.documents([...counted, ...failures]);

type Verdict = 'admitted' | 'suspicious' | Problem;

/** A new tip to be admitted. */
interface Applicant {
  readonly request: Pick<TipRequest, 'surface' | 'challenge'>;
  readonly caller: Caller;
  /** The counters of `admissionDocuments`, as they were read. */
  readonly counters: readonly VersionedRead<Counter>[];
  readonly draft: ConditionalWrites;
}

/** An admitted tip. Its draft was committed with the counters (`stored`), or the caller must still store it (`unstored`). */
interface Admission {
  readonly draft: 'stored' | 'unstored';
}

/**
 * Counts a new tip and decides whether it may be made. The counters are one commit, and the draft of an admitted tip is part of it. A session or an
 * address with too many tips is refused, and the tip does not count for the profile. A profile's rate, recent failures and an unknown address only
 * require a challenge, or Stripe's own page where no challenge is configured: a flood must not close a profile for everybody.
 */
export async function admitTip(
  deps: AdmitDeps,
  rules: AdmissionRules,
  { request, caller, counters, draft }: Applicant,
): Promise<Result<Admission>> {
  const [counted, failed] = [counters.slice(0, rules.counted.length), counters.slice(rules.counted.length)];
  const failing = deps.limits.states(
    rules.failures,
    failed.map(({ value }) => value),
  );
  const judged = (states: readonly LimitState[]) => verdictOn(rules, states, failing, request);
  const { states, landed } = await deps.limits.countOnRead(rules.counted, counted, (after) =>
    judged(after) === 'admitted' ? draft : undefined,
  );
  const verdict = judged(states);
  if (verdict === 'admitted') return ok({ draft: landed ? 'stored' : 'unstored' });
  if (verdict !== 'suspicious') return fail(verdict);
  const answered = await checkChallenge(deps, request.challenge ?? '', caller);
  return answered.ok ? ok({ draft: 'unstored' }) : answered;
}

/** The challenge protects client secrets, with which many cards can be tried. Stripe's own page has its own protection. */
function verdictOn(
  { address, counted }: AdmissionRules,
  states: readonly LimitState[],
  failing: readonly LimitState[],
  { surface }: Pick<TipRequest, 'surface'>,
): Verdict {
  const [session, byAddress, profile] = [states[0], states.slice(1, -1), states.at(-1)];
  const points = counted.at(-1)?.points;
  if (session === undefined || profile === undefined || points === undefined)
    throw new Error('Every rule has its state');
  if (isOver(session)) return problem('session-expired');
  if (byAddress.some(isOver)) return tooMany(byAddress);
  const flooded = profile.count > points * floodFactor;
  if (surface === 'hosted') return flooded ? tooMany([profile]) : 'admitted';
  return address === null || isOver(profile) || failing.some(isOver) ? 'suspicious' : 'admitted';
}

function failureRules(
  { config }: Pick<AdmitDeps, 'config'>,
  uid: string,
  address: KnownAddress | null,
): readonly LimitRule[] {
  const rules = tipRules(config);
  const byAddress = address === null ? [] : [rules.failedByAddress(address.hash)];
  return [rules.failedByProfile(uid), ...byAddress];
}

/** A preview of the challenge for a new tip: the documents to read, and the verdict on them. */
interface ChallengeAhead {
  readonly documents: readonly Stored<Counter>[];
  /** The challenge that a tip from this sheet would need: it is better shown at once. */
  due(counters: readonly (Counter | undefined)[]): TipSession['challenge'];
}

export function challengeAhead(deps: AdmitDeps, uid: string, caller: Caller): ChallengeAhead {
  const { challenge } = deps.config;
  if (challenge.kind === 'none') return { documents: [], due: () => null };
  const { kind, siteKey } = challenge;
  const address = knownAddress(deps, caller);
  const rules = failureRules(deps, uid, address);
  return {
    documents: deps.limits.documents(rules),
    due: (counters) =>
      address === null || deps.limits.states(rules, counters).some(isOver) ? { kind, siteKey } : null,
  };
}

async function checkChallenge(
  { config, challenge }: AdmitDeps,
  answer: string,
  { address }: Caller,
): Promise<Result<null>> {
  const asked = config.challenge;
  if (asked.kind === 'none') return fail(problem('hosted-required'));
  const { kind, siteKey } = asked;
  const required = fail(problem('challenge-required', { figures: { kind, siteKey } }));
  if (answer === '') return required;
  const verdict = await challenge.verify(answer, address);
  if (verdict === 'unavailable') return fail(problem('service-unavailable'));
  return verdict === 'person' ? ok(null) : required;
}

type ByPaymentDeps = Pick<Deps, 'store' | 'payments' | 'config' | 'limits' | 'clock' | 'pause' | 'log'>;

/**
 * The tip of a fan who comes back from a bank. Stripe added the payment and its client secret to the page's address, and only the fan has that secret:
 * whoever shows it gets the tip's token again, with which the card shows the amount, the receipt and the undo. Everybody else is refused after
 * the same time, although Stripe is asked only about payments that are ours.
 */
export async function tipByPayment(
  deps: ByPaymentDeps,
  shown: TipByPaymentRequest,
  caller: Caller,
): Promise<Result<TipByPayment>> {
  const { config, limits } = deps;
  const rules = tipRules(config);
  const address = knownAddress(deps, caller);
  const states = await limits.count([
    address === null ? rules.byPayment(shown.paymentIntent) : rules.byPaymentOfAddress(address.hash),
  ]);
  if (states.some(({ left }) => left < 0)) return fail(tooMany(states));
  return inSameTime(
    deps,
    () => tipOfSecret(deps, shown),
    (found) => !found.ok,
  );
}

async function tipOfSecret(
  deps: ByPaymentDeps,
  { paymentIntent, clientSecret }: TipByPaymentRequest,
): Promise<Result<TipByPayment>> {
  const { config, payments, log } = deps;
  const tip = await tipOfPayment(deps, paymentIntent);
  if (tip === undefined) return fail(problem('tip-not-found'));
  const asked = await payments.readIntent(tip.stripe.accountId, paymentIntent);
  if (!asked.ok) {
    if (asked.problem.kind === 'gone') return fail(problem('tip-not-found'));
    if (asked.problem.kind === 'unavailable') logUnavailable(log, asked.problem);
    return fail(problem('service-unavailable'));
  }
  if (!isSame(asked.value.clientSecret, clientSecret)) return fail(problem('tip-not-found'));
  const { ownerUid: uid, tipId, handle } = tip;
  return ok({ tipId, tipToken: signTipToken(config.secrets, { uid, tipId }), handle });
}

/** A payment belongs to one connected account, and only the stored tip says which. */
async function tipOfPayment({ store }: Pick<Deps, 'store'>, paymentIntent: string): Promise<Tip | undefined> {
  const where = [['stripe.paymentIntentId', '==', paymentIntent]] as const;
  const query = { from: collections.tips, group: true, where, limit: 1 } as const;
  const [found] = await store.find(query, (data) => readable(collections.tips, tipDocument.decode(data)));
  return found?.value;
}

/** Takes the same time however many letters agree. */
function isSame(wanted: string, given: string): boolean {
  const [known, asked] = [Buffer.from(wanted), Buffer.from(given)];
  return known.length === asked.length && timingSafeEqual(known, asked);
}
