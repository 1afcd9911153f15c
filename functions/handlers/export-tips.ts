import Papa from 'papaparse';
import { currencies } from '../../core/currencies';
import { paths } from '../../core/documents';
import type { Tip } from '../../core/tip';
import { decodeTip } from '../../core/tip-document';
import { allDocuments } from '../all-documents';
import type { Deps, Owner } from '../deps';
import { stored } from '../stored';

const iso = (millis: number | null) => (millis === null ? '' : new Date(millis).toISOString());

/** Exact, digit by digit: `5.00` of 500 cents. */
function major(minorUnits: number | null, currency: Tip['currency']): string {
  if (minorUnits === null) return '';
  const { exponent } = currencies[currency];
  const digits = String(Math.abs(minorUnits)).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  return `${minorUnits < 0 ? '-' : ''}${whole}${exponent === 0 ? '' : `.${digits.slice(-exponent)}`}`;
}

function rowOf(tip: Tip): Readonly<Record<string, string>> {
  const { currency } = tip;
  return {
    id: tip.tipId,
    state: tip.state,
    created: iso(tip.createdAt),
    paid: iso(tip.payment.succeededAt),
    currency,
    amount: major(tip.amount, currency),
    tip: major(tip.tipAmount, currency),
    cover: major(tip.coverAmount, currency),
    refunded: major(tip.contrib.refunded, currency),
    disputed: major(tip.contrib.disputed, currency),
    name: tip.fan.name ?? '',
    message: tip.fan.message ?? '',
    anonymous: tip.fan.anonymous ? 'yes' : 'no',
    site: tip.source.origin ?? '',
    for: tip.source.for ?? '',
    stripe_payment: tip.stripe.paymentIntentId ?? '',
  };
}

async function tipsOf({ store }: Pick<Deps, 'store'>, uid: string): Promise<readonly Tip[]> {
  const tips: Tip[] = [];
  for await (const { value } of allDocuments(store, paths.tips(uid), decodeTip)) tips.push(value);
  return tips.toSorted((a, b) => a.createdAt - b.createdAt || (a.tipId < b.tipId ? -1 : 1));
}

/** All tips of an owner for a spreadsheet. A cell that a spreadsheet would run as a formula is made text. */
export async function exportCsv(deps: Pick<Deps, 'store'>, { uid }: Owner): Promise<string> {
  const rows = (await tipsOf(deps, uid)).map(rowOf);
  return Papa.unparse([...rows], { escapeFormulae: true, newline: '\r\n' });
}

/** Everything that is kept about an owner and by an owner, as it is: profile, draft, payments, tips. */
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
