import type { Currency } from '../../core/money/currency-codes';
import { feeTable, type CountryFee } from '../../core/money/fee-table';
import { coverCosts, estimateFee, feeRule } from '../../core/money/fees';
import { tableAmount } from '../../core/money/money';
import { wayName, wayTypes } from '../../core/ways/ways';
import type { DocsTable } from './docs-table';
import { eeaCards, otherCardPrices, wayPrices } from './price-facts';

const percent = (bps: number): string => `${bps / 100} %`;

const money = (minorUnits: number, currency: Currency): string =>
  `${tableAmount(minorUnits, currency, '.')} ${currency.toUpperCase()}`;

const sources: Readonly<Record<CountryFee['source'], string>> = {
  stripe: 'Stripe',
  'third-party': 'other sites that agree; not verified at Stripe',
};

/** Countries with the same row of the fee table are one row here. */
function cardRows(): DocsTable['rows'] {
  return [...new Set(Object.values(feeTable))].map((row) => {
    const codes = Object.keys(feeTable).filter((country) => feeTable[country] === row);
    const fixed = Object.entries(row.fixed).map(([code, amount]) => money(amount, code as Currency));
    return [codes.toSorted().join(', '), percent(row.bps), fixed.join(', '), row.asOf, sources[row.source]];
  });
}

/** What an owner in the EEA keeps of a tip whose costs the fan covers, by the card that the fan then uses. */
function coveredRows(): DocsTable['rows'] {
  const rule = feeRule('DE', 'eur');
  if (rule === null) throw new Error('The fee table has no row for euros in Germany');
  const { total } = coverCosts(500, rule, 'eur');
  return [{ card: 'standard card of the EEA', bps: rule.bps }, ...eeaCards].map(({ card, bps }) => {
    const fee = estimateFee(total, { bps, fixed: rule.fixed });
    return [card, money(500, 'eur'), money(total, 'eur'), money(fee, 'eur'), money(total - fee, 'eur')];
  });
}

const priceRows: DocsTable['rows'] = wayTypes
  .filter((type) => type !== 'card')
  .map((type) => {
    const known = wayPrices[type];
    const price = [known?.price ?? 'not verified', known?.asOf ?? '', known?.source ?? ''];
    return [wayName(type) ?? type, ...price];
  });

/** The tables of prices in docs/payments.md, by the name that their marker gives. */
export const feeTables: Readonly<Record<string, DocsTable>> = {
  'card prices': {
    head: ['account in', 'share', 'fixed part', 'as of', 'source'],
    rows: cardRows(),
  },
  'other card prices': {
    head: ['what', 'price', 'as of', 'source'],
    rows: otherCardPrices.map(({ what, price, asOf, source }) => [what, price, asOf, source]),
  },
  'prices of other ways': { head: ['way', 'price', 'as of', 'source'], rows: priceRows },
  'covered costs': {
    head: ['the fan pays with', 'tip', 'charged', 'fee', 'left'],
    rows: coveredRows(),
  },
};
