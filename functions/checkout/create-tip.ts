import { defaultPreferences } from '@busker/core/account/account-document';
import type { HandleClaim } from '@busker/core/profile-documents/profile-document';
import { problem, fail, ok, type Result } from '@busker/core/base/result';
import type { ShippedLanguage } from '@busker/core/locale/language-tags';
import { hasLostAccount } from '@busker/core/tip-state/tip-projection';
import type { Monthly } from '@busker/core/monthly/monthly';
import { periodAfter } from '@busker/core/monthly/monthly-projection';
import type { Tip } from '@busker/core/tip/tip';
import type { TipCreated, TipRequest } from '@busker/core/fan-api/tip-api';
import type { Deps } from '../deps';
import { commitTogether, stored, type ConditionalWrites, type VersionedRead } from '../store/store';
import { firstTip, monthlyPlan, newMonthly } from '../monthly/monthly-plan';
import { writeMonthly, writeTip } from '../tips/write-tip';
import { isChanging, mayChangeTip } from '../open-tips/change-amount';
import { syncTip } from '../tips/sync-tip';
import { openGate, tipIdOf, type Gate } from '../tips/tip-access';
import {
  tipTerms,
  refusal,
  admissionDocuments,
  admissionRules,
  admitTip,
  isSameRequest,
  newTip,
  type TipTerms,
} from '../open-tips/new-tip';
import type { KnownAddress, Caller } from '../http/caller';
import { forTip, foundProfile, type FoundProfile, type OwnersDocuments } from '../profiles/published-profile';
import { startPayment, storedAnswer } from './start-payment';

/**
 * Creates a tip: checks gate, terms, amounts, texts and limits, stores the tip as `draft`, then creates the payment at Stripe. The same
 * clientRequestId with the same body is the same tip and gets the same answer, however often it is sent and whatever failed in between.
 * The fan waits for three requests to the store: all reads, the limits with the draft, the tip after Stripe's answer. A fourth one reads the handle
 * again during the call to Stripe (open-tips/change-amount.ts).
 */
export async function createTip(
  deps: Deps,
  request: TipRequest,
  caller: Caller,
  language: ShippedLanguage,
): Promise<Result<TipCreated>> {
  const created = await tipFor(deps, request, caller, language);
  const { every = 'once' } = request;
  if (!created.ok || every === 'once' || !('url' in created.value)) return created;
  const next = new Date(periodAfter(deps.clock.now(), every, 1)).toISOString();
  return ok({ ...created.value, nextChargeOn: next.slice(0, 10) });
}

async function tipFor(
  deps: Deps,
  request: TipRequest,
  caller: Caller,
  language: ShippedLanguage,
): Promise<Result<TipCreated>> {
  const { config, clock, store } = deps;
  const gate = openGate(config.secrets, request.session, caller.origin, clock.now());
  if (!gate.ok) return gate;
  const { uid } = gate.value;
  const reference = { uid, tipId: tipIdOf(uid, request.clientRequestId) };
  const isMonthly = (request.every ?? 'once') !== 'once';
  const rules = admissionRules(deps, gate.value, reference.tipId, caller, isMonthly);
  const [claim, profile, payments, standing, preferences, earlier, ...counters] = await store.readVersioned([
    stored.handle(request.handle),
    stored.profile(uid),
    stored.payments(uid),
    stored.standing(uid),
    stored.preferences(uid),
    stored.tip(uid, reference.tipId),
    ...admissionDocuments(deps, rules),
  ]);
  const read = { profile: profile.value, payments: payments.value, standing: standing.value };
  const found = profileOf(deps, request, uid, claim.value, read);
  if (!found.ok) {
    // A refusal says that nothing was charged. That would be wrong for a tip that is being paid or was paid before the profile went away.
    const isUnderWay = earlier.value !== undefined && !isUnpaid(earlier.value);
    return isUnderWay ? fail(problem('tip-not-changeable')) : found;
  }
  if (earlier.value !== undefined) return repeated(deps, found.value, earlier.value, request, caller);
  const terms = await termsOf(deps, found.value, gate.value, request);
  if (!terms.ok) return terms;
  const planned = await monthlyPlan(deps, request, {
    gate: gate.value,
    found: found.value,
    terms: terms.value,
  });
  if (!planned.ok) return planned;
  const plan = planned.value;
  const tip = newTip(deps, request, {
    reference,
    found: found.value,
    terms: plan?.terms ?? terms.value,
    origin: caller.origin,
    offered: gate.value.ways,
    keepTipsYears: (preferences.value ?? defaultPreferences).keepTipsYears,
    language,
  });
  if (!tip.ok) return tip;
  const first = plan === null ? tip.value : firstTip(tip.value, plan);
  const monthly = plan === null ? null : newMonthly(plan, first);
  const draft = draftOf(deps, earlier, { tip: first, monthly }, rules.address);
  const admitted = await admitTip(deps, rules, { request, caller, counters, draft });
  if (!admitted.ok) return admitted;
  const kept = admitted.value.draft === 'stored' ? draft.tip : await keep(deps, draft);
  if (!isSameRequest(config.secrets, request, kept.requestHash)) return fail(problem('request-reused'));
  return startPayment(deps, kept, request.receiptEmail ?? null);
}

/** The profile that a signed gate of this owner leads to. */
function profileOf(
  deps: Deps,
  { handle }: TipRequest,
  uid: string,
  claim: HandleClaim | undefined,
  read: OwnersDocuments,
): Result<FoundProfile> {
  if (claim === undefined) return fail(problem('profile-not-found'));
  if (claim.state === 'live' && claim.uid !== uid) return fail(problem('session-invalid'));
  return forTip(foundProfile(deps, claim, handle, read));
}

const isUnpaid = ({ payment }: Tip) => !['processing', 'succeeded', 'unknown'].includes(payment.status);

/** The current terms must be those of the signed gate. */
async function termsOf(
  deps: Deps,
  found: FoundProfile,
  gate: Gate,
  request: TipRequest,
): Promise<Result<TipTerms>> {
  const terms = await tipTerms(deps, found, gate.origin);
  if (!terms.ok) return terms;
  const { accountId, currency } = terms.value.payments;
  if (accountId !== gate.account) return fail(problem('session-invalid'));
  if (currency !== gate.currency || request.currency !== currency) return fail(problem('currency-mismatch'));
  return terms;
}

interface Draft extends ConditionalWrites {
  /** The tip as the draft's writes store it. */
  readonly tip: Tip;
}

const trigger = { cause: 'create', eventId: null } as const;

/** The first revision of the tip, and of its monthly tip, on condition that nothing is stored yet (`nothing`). */
function draftOf(
  { clock }: Deps,
  nothing: VersionedRead<Tip>,
  { tip, monthly }: { readonly tip: Tip; readonly monthly: Monthly | null },
  address: KnownAddress | null,
): Draft {
  const now = clock.now();
  return {
    tip: { ...tip, rev: 1, updatedAt: now },
    conditions: [nothing],
    write: (writes) => {
      writeTip(writes, undefined, tip, trigger, now);
      if (monthly !== null) writeMonthly(writes, undefined, monthly, trigger, now);
      if (address !== null) writes.write(stored.tipAddress(tip.tipId), { v: 1, ...address });
    },
  };
}

/** Stores the draft. If the same request was sent twice at once, the tip that was stored first is returned to both. */
async function keep({ store }: Deps, draft: Draft): Promise<Tip> {
  if (await commitTogether(store, [draft])) return draft.tip;
  return store.transaction(async (tx) => {
    const other = await tx.read(stored.tip(draft.tip.ownerUid, draft.tip.tipId));
    if (other === undefined) draft.write(tx);
    return other ?? draft.tip;
  });
}

/** Answers a repeated request: with the stored answer, else from Stripe. */
async function repeated(
  deps: Deps,
  { payments }: FoundProfile,
  tip: Tip,
  request: TipRequest,
  caller: Caller,
): Promise<Result<TipCreated>> {
  if (!isSameRequest(deps.config.secrets, request, tip.requestHash)) return fail(problem('request-reused'));
  // The stored answer would show a card form for an account that can no longer be paid.
  if (hasLostAccount(tip, payments)) return fail(await refusal(deps, tip, { kind: 'gone' }));
  if (tip.payment.status === 'failed') return fail(problem('payment-refused'));
  if (isChanging(tip, deps.clock.now())) return fail(problem('tip-busy'));
  const known = storedAnswer(deps, tip);
  if (known !== undefined) return ok(known);
  const admitted = await mayChangeTip(deps, tip.tipId, caller);
  if (!admitted.ok) return admitted;
  const receiptEmail = request.receiptEmail ?? null;
  if (tip.amountChange === null) return startPayment(deps, tip, receiptEmail);
  // The answer to a change of the amount was lost: only Stripe has the amount that will be charged.
  const synced = await syncTip(
    deps,
    { uid: tip.ownerUid, tipId: tip.tipId },
    { cause: 'amount', eventId: null },
  );
  return synced.ok ? startPayment(deps, synced.value, receiptEmail) : fail(problem('service-unavailable'));
}
