import { readEmailAddress } from '../../../core/base/addresses';
import { coverCosts } from '../../../core/money/fees';
import { parseAmount } from '../../../core/money/parse-amount';
import { problem, fail, ok, type Result } from '../../../core/base/result';
import type { TipCreated, TipRequest } from '../../../core/api/tip-api';
import { checkTipAmount, intervals } from '../../../core/money/amount-limits';
import { commitmentWords, wordsVersion, type CommitmentWords } from '../../../core/monthly/monthly-words';
import { readPlace } from '../../../core/tip/tip-link';
import type { Deps } from '../../deps';
import { isOffered, readAt, periodTerms } from '../../monthly/monthly-plan';
import { openGate } from '../../tips/tip-tokens';
import { tipTerms, type TipTerms } from '../../tips/create/accepts-tips';
import type { Caller } from '../../limits/caller';
import { createTip } from '../create-tip';
import { findForTip } from '../../profiles/find-profile';

/** The fields of the form on `/@ada/tip`, as typed. Missing ones are empty. */
export interface TipForm {
  readonly session: string;
  readonly requestId: string;
  /** Where the fan is, as the page's address said it (core/tip/tip-link.ts). */
  readonly at: string;
  /** Minor units of the pressed amount, or `other`. */
  readonly choice: string;
  readonly other: string;
  readonly cover: string;
  readonly name: string;
  readonly message: string;
  readonly receiptEmail: string;
  readonly anonymous: string;
  /** `once`, `month` or `year`; empty = once. */
  readonly every: string;
  /** The version of the words that the fan has agreed to; empty = none yet. */
  readonly agreed: string;
}

export const tipFormFields = [
  'session',
  'requestId',
  'at',
  'choice',
  'other',
  'cover',
  'name',
  'message',
  'receiptEmail',
  'anonymous',
  'every',
  'agreed',
] as const satisfies readonly (keyof TipForm)[];

/** The server creates one per page. A shared id would make several tips one. */
const formRequestId = /^[a-z0-9]{8,64}$/;

function amountOf(form: TipForm, { payments }: TipTerms, language: string): Result<number> {
  if (form.choice !== 'other' || form.other === '') {
    const chosen = Number(form.choice);
    if (form.choice !== '' && Number.isSafeInteger(chosen)) return ok(chosen);
    return fail(problem('invalid-fields', { fields: { choice: 'Choose an amount.' } }));
  }
  const typed = parseAmount(form.other, payments.currency, language);
  if (typed.ok) return ok(typed.value.minorUnits);
  return fail(problem('invalid-fields', { fields: { other: 'Enter an amount, such as 5.00.' } }));
}

/** Stripe's page, or first the words that the fan has to agree to. */
export type SentForm =
  | { readonly kind: 'payment'; readonly url: string }
  | { readonly kind: 'agreement'; readonly words: CommitmentWords };

/**
 * A tip without JavaScript: the same request that the card sends, built from the form's fields, always paid on Stripe's page. The server computes the
 * total, which the payer sees there before paying. Amounts are typed in the format of the form's `language` (null = the owner's).
 */
export async function formTip(
  deps: Deps,
  handle: string,
  form: TipForm,
  caller: Caller,
  language: string | null,
): Promise<Result<SentForm>> {
  const { config, clock } = deps;
  // The gate is checked first: it proves that the form came from our page a short time ago.
  const gate = openGate(config.secrets, form.session, caller.origin, clock.now());
  if (!gate.ok) return gate;
  const found = await findForTip(deps, handle);
  if (!found.ok) return found;
  const once = await tipTerms(deps, found.value, caller.origin);
  if (!once.ok) return once;
  const every = intervals.find((interval) => interval === form.every) ?? 'once';
  const { name, tips } = found.value.profile;
  if (every !== 'once' && !isOffered(found.value.profile, every)) return fail(problem('monthly-unavailable'));
  const terms = every === 'once' ? once : ok(periodTerms(once.value, tips, every));
  const tipAmount = amountOf(form, terms.value, language ?? found.value.profile.language);
  if (!tipAmount.ok) return tipAmount;
  const receiptEmail = form.receiptEmail === '' ? null : readEmailAddress(form.receiptEmail);
  if (receiptEmail === null && form.receiptEmail !== '')
    return fail(problem('invalid-fields', { fields: { receiptEmail: 'Enter an email address.' } }));
  if (!formRequestId.test(form.requestId)) return fail(problem('session-invalid'));
  const request = requestOf(handle, { ...form, receiptEmail }, terms.value, tipAmount.value);
  if (every === 'once') return paid(await createTip(deps, request, caller));
  const { limits } = terms.value.amounts;
  const within = checkTipAmount(tipAmount.value, limits);
  if (!within.ok) return within;
  const { currency, total: amount } = request;
  const spoken = language ?? found.value.profile.language;
  if (form.agreed !== String(wordsVersion)) {
    const commitment = { amount, currency, every, owner: name, at: readAt(gate.value) };
    return ok({ kind: 'agreement', words: commitmentWords(commitment, spoken) });
  }
  return paid(await createTip(deps, { ...request, every, wordsVersion, language: spoken }, caller));
}

function paid(made: Result<TipCreated>): Result<SentForm> {
  if (!made.ok) return made;
  if (!('url' in made.value)) throw new Error('A hosted tip has an address');
  return ok({ kind: 'payment', url: made.value.url });
}

function requestOf(
  handle: string,
  form: Omit<TipForm, 'receiptEmail'> & { readonly receiptEmail: string | null },
  terms: TipTerms,
  tipAmount: number,
): TipRequest {
  const { cover, payments } = terms;
  const covered = form.cover === 'on' && cover !== null;
  return {
    handle,
    tipAmount,
    coverCosts: covered,
    total: covered ? coverCosts(tipAmount, cover, payments.currency).total : tipAmount,
    currency: payments.currency,
    name: form.name,
    message: form.message,
    anonymous: form.anonymous === 'on',
    placement: readPlace(form.at),
    receiptEmail: form.receiptEmail,
    clientRequestId: form.requestId,
    session: form.session,
    surface: 'hosted',
    challenge: null,
  };
}
