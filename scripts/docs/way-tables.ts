import { wayName, wayPlaces, waysFor, ways, type WayPlace, type Way } from '../../core/ways/ways';
import type { DocsTable } from './docs-table';
import { notVerified, wayFacts } from './way-facts';

const nameOf = ({ type }: Way): string => wayName(type) ?? 'Cards, Apple Pay, Google Pay';
const code = (text: string): string => `\`${text}\``;

const placeNames: Readonly<Record<WayPlace, string>> = {
  'in-page': 'page',
  'in-frame': 'frame',
  hosted: "Stripe's page",
};

/** Asked of the list that fans get, so the table cannot promise another place. */
function placesOf({ type, currencies }: Way): string {
  const currency = currencies === 'all' ? 'eur' : (currencies[0] ?? 'eur');
  return wayPlaces
    .filter((place) => waysFor(currency, place).includes(type))
    .map((place) => placeNames[place])
    .join(', ');
}

const currenciesOf = ({ currencies }: Way): string =>
  currencies === 'all' ? 'all' : currencies.map((each) => each.toUpperCase()).join(', ');

function refundsOf({ type, refundDays, refundSlow, refundArrives }: Way): string {
  const within = refundDays === null ? 'no limit named' : `${refundDays} days`;
  const open = wayFacts[type].open.includes('refund') ? `; ${notVerified}` : '';
  if (!refundSlow) return `${within}${open}`;
  const arrives =
    refundArrives === null ? 'with a delay that Stripe does not name' : `within ${refundArrives} days`;
  return `${within}; arrives ${arrives}${open}`;
}

function disputesOf({ type, disputable }: Way): string {
  const { disputes } = wayFacts[type];
  if (!disputable) return 'none';
  return disputes === '' ? 'yes' : `yes: ${disputes}`;
}

const sourceOf = ({ type }: Way): string => {
  const { page, read } = wayFacts[type];
  return `[${read}](https://docs.stripe.com/payments/${page})`;
};

/** The tables of ways to pay in docs/payments.md, by the name that their marker gives. */
export const wayTables: Readonly<Record<string, DocsTable>> = {
  'ways to pay': {
    head: ['way', 'type', 'currencies', 'account in', 'capability', 'by default', 'offered in', 'source'],
    rows: ways.map((way) => [
      nameOf(way),
      code(way.type),
      currenciesOf(way),
      wayFacts[way.type].business,
      `${code(way.capability.name)} (${way.capability.api})`,
      wayFacts[way.type].byDefault,
      placesOf(way),
      sourceOf(way),
    ]),
  },
  'ways after the payment': {
    head: ['way', 'refunds', 'disputes', 'statement of the fan', 'fee apart'],
    rows: ways.map((way) => [
      nameOf(way),
      refundsOf(way),
      disputesOf(way),
      wayFacts[way.type].statement,
      way.feeApart ? 'yes' : '',
    ]),
  },
  'ways not verified': {
    head: ['way', 'not verified'],
    rows: ways.flatMap((way) => {
      const { byDefault, statement, open } = wayFacts[way.type];
      const said = [
        byDefault.includes(notVerified) && 'what an account has by default',
        statement === notVerified && "what the fan's statement shows",
        open,
      ].filter(Boolean);
      return said.length === 0 ? [] : [[nameOf(way), said.join('; ')]];
    }),
  },
};
