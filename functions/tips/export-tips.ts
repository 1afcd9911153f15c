import Papa from 'papaparse';
import { currencies } from '../../core/money/currencies';
import { currencyCodes } from '../../core/money/currency-codes';
import { paths } from '../../core/documents/documents';
import type { Tip } from '../../core/tip/tip';
import { decodeTip } from '../../core/documents/tip-document';
import { allDocuments } from '../store/all-documents';
import type { Deps, Owner } from '../deps';
import { stored } from '../store/stored';

const iso = (millis: number | null) => (millis === null ? '' : new Date(millis).toISOString());

/** Exact, without floats: 500 cents become `5.00`. */
function major(minorUnits: number | null, currency: Tip['currency']): string {
  if (minorUnits === null) return '';
  const { exponent } = currencies[currency];
  const digits = String(Math.abs(minorUnits)).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  return `${minorUnits < 0 ? '-' : ''}${whole}${exponent === 0 ? '' : `.${digits.slice(-exponent)}`}`;
}

const charged = (amount: (tip: Tip) => number) => (tip: Tip) => major(amount(tip), tip.currency);

/**
 * Amounts of the balance transaction, in the currency of the owner's balance. Empty before it exists, and for currencies whose decimals we do not
 * know.
 */
const booked =
  (amount: (fees: Tip['fees']) => number | null) =>
  ({ fees }: Tip): string => {
    const settled = currencyCodes.find((code) => code === fees.settlementCurrency);
    return settled === undefined ? '' : major(amount(fees), settled);
  };

/** docs/payments.md explains each column. */
const columns: Readonly<Record<string, (tip: Tip) => string>> = {
  id: ({ tipId }) => tipId,
  state: ({ state }) => state,
  created: ({ createdAt }) => iso(createdAt),
  paid: ({ payment }) => iso(payment.succeededAt),
  currency: ({ currency }) => currency,
  amount: charged(({ amount }) => amount),
  tip: charged(({ tipAmount }) => tipAmount),
  cover: charged(({ coverAmount }) => coverAmount),
  refunded: charged(({ contrib }) => contrib.refunded),
  disputed: charged(({ contrib }) => contrib.disputed),
  booked_in: ({ fees }) => fees.settlementCurrency ?? '',
  stripe_fee: booked(({ stripe }) => stripe),
  host_share: booked(({ application }) => application),
  net: booked(({ net }) => net),
  name: ({ fan }) => fan.name ?? '',
  message: ({ fan }) => fan.message ?? '',
  anonymous: ({ fan }) => (fan.anonymous ? 'yes' : 'no'),
  site: ({ source }) => source.origin ?? '',
  for: ({ source }) => source.for ?? '',
  risk: ({ risk }) => risk ?? '',
  test: (tip) => (tip.livemode ? 'no' : 'yes'),
  stripe_payment: ({ stripe }) => stripe.paymentIntentId ?? '',
};

async function tipsOf({ store }: Pick<Deps, 'store'>, uid: string): Promise<readonly Tip[]> {
  const tips: Tip[] = [];
  for await (const { value } of allDocuments(store, paths.tips(uid), decodeTip)) tips.push(value);
  return tips.toSorted((a, b) => a.createdAt - b.createdAt || (a.tipId < b.tipId ? -1 : 1));
}

/**
 * Cells that a spreadsheet would run as a formula: it treats full-width signs like plain ones, and ignores blanks and control characters before them.
 * A plain negative number is not a formula and must stay a number.
 */
const formula = /^(?!-\d+(?:\.\d+)?$)(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－﹣−＠﹢﹦﹫])/u;

/** All tips of an owner as CSV. A cell that a spreadsheet would run as a formula becomes text. */
export async function exportCsv(deps: Pick<Deps, 'store'>, { uid }: Owner): Promise<string> {
  const tips = await tipsOf(deps, uid);
  const cells = Object.values(columns);
  const table = { fields: Object.keys(columns), data: tips.map((tip) => cells.map((cell) => cell(tip))) };
  return Papa.unparse(table, { escapeFormulae: formula, newline: '\r\n' });
}

/** Everything that is stored about and by an owner: profile, draft, payments, tips. */
export async function exportJson(deps: Pick<Deps, 'store'>, { uid, email }: Owner): Promise<object> {
  const [profile, draft, payments] = await Promise.all([
    deps.store.read(stored.profile(uid)),
    deps.store.read(stored.draft(uid)),
    deps.store.read(stored.payments(uid)),
  ]);
  const tips = (await tipsOf(deps, uid)).map(({ requestHash: _hash, ...tip }) => tip);
  const account = { uid, email };
  return { account, profile: profile ?? null, draft: draft ?? null, payments: payments ?? null, tips };
}
