import { tableAmount, type Currency } from '@busker/core/money/money';
import { feeTable, estimateFee, feeRule, type CountryFee } from '@busker/core/fees/fees';
import { coverCosts } from '@busker/core/amounts/amount-limits';
import {
  methodName,
  methodPlaces,
  methods,
  methodsFor,
  type PaymentMethod,
  type MethodPlace,
} from '@busker/core/payments/methods';
import { siteSoftware } from '@busker/dashboard/features/embed/site-software';
import { webhookEvents } from '@busker/functions/events/webhook-events';
import { everyVerb } from '@busker/functions/every-verb';
import { signInRules, routeLimits } from '@busker/functions/limits/route-rules';
import { settings } from '@busker/functions/settings';
import { alerts } from '@busker/host/ops/alerts';
import { attributeContract, eventContract, methodContract } from '@busker/widget/element/element-contract';
import { customPropertyContract, partContract } from '@busker/widget/element/style-contract';
import { hostCommands } from '@busker/host/host-commands';
import { costTables, notificationCosts } from '@busker/host/costs/cost-tables';
import { permissions } from '@busker/host/installation/stripe';
import { notVerified, methodFacts } from './method-facts';
import { anchorsOf } from './markdown-links';
import { webhookTables } from './webhook-tables';

/** A table of a page of docs/, made of the code. */
export interface DocsTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A price that the product does not use, with the day, month or year of its source. */
interface PriceFact {
  readonly what: string;
  readonly price: string;
  readonly asOf: string;
  readonly source: string;
}

const eeaUpdate = { asOf: '2023-04', source: 'Stripe' } as const;

/** What Stripe takes in the EEA for other cards than a standard one, in basis points. The fixed part is the same. */
export const eeaCards: readonly { readonly card: string; readonly bps: number }[] = [
  { card: 'premium card of the EEA', bps: 190 },
  { card: 'card of the United Kingdom', bps: 250 },
  { card: 'card of another country', bps: 325 },
];

export const otherCardPrices: readonly PriceFact[] = [
  ...eeaCards.map(({ card, bps }) => ({
    what: `the EEA: ${card}`,
    price: `${bps / 100} % and the same fixed part`,
    ...eeaUpdate,
  })),
  { what: 'the EEA: conversion of the currency', price: '2 % more', ...eeaUpdate },
  {
    what: 'US: card of another country; conversion',
    price: '1.5 % more; 1 % more',
    asOf: '2026',
    source: 'other sites that agree; not verified at Stripe',
  },
];

/** What is known about the prices of other ways. All others: nothing. */
const wayPrices: readonly PriceFact[] = [
  {
    what: 'MobilePay',
    price:
      "the card's price, and MobilePay's own fee for each payment, which Stripe books once a day apart from the tips, and 35 DKK a month for accounts in Denmark",
    asOf: '2026-05',
    source: '[Stripe](https://docs.stripe.com/payments/mobilepay)',
  },
  {
    what: 'Pix',
    price: "not verified; for an account abroad the fan's bank adds 3.5 % tax (IOF), which the fan pays",
    asOf: '2026-05-06',
    source: '[Stripe](https://docs.stripe.com/payments/pix)',
  },
];

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
function coveredCosts(): string {
  const rule = feeRule('DE', 'eur');
  if (rule === null) throw new Error('The fee table has no row for euros in Germany');
  const { total } = coverCosts(500, rule, 'eur');
  const left = [{ card: 'standard card of the EEA', bps: rule.bps }, ...eeaCards].map(({ card, bps }) => {
    const fee = estimateFee(total, { bps, fixed: rule.fixed });
    return `${money(total - fee, 'eur')} with a ${card}`;
  });
  return `Of a tip of ${money(500, 'eur')} to an account in the EEA ${money(total, 'eur')} are charged, and this is left: ${left.join(', ')}.`;
}

/** The tables of prices in docs/developers/payments.md, by the name that their marker gives. */
export const feeTables: Readonly<Record<string, DocsTable>> = {
  'card prices': {
    head: ['account in', 'share', 'fixed part', 'as of', 'source'],
    rows: [
      ...cardRows(),
      ...otherCardPrices.map(({ what, price, asOf, source }) => [what, price, '', asOf, source]),
    ],
  },
  'prices of other ways': {
    head: ['way', 'price', 'as of', 'source'],
    rows: wayPrices.map(({ what, price, asOf, source }) => [what, price, asOf, source]),
  },
};

const nameOf = ({ type }: PaymentMethod): string => methodName(type) ?? 'Cards, Apple Pay, Google Pay';
const code = (text: string): string => `\`${text}\``;
const codes = (texts: readonly string[]): string => texts.map(code).join(', ');

const placeNames: Readonly<Record<MethodPlace, string>> = {
  'in-page': 'page',
  'in-frame': 'frame',
  hosted: "Stripe's page",
};

/** Asked of the list that fans get, so the table cannot promise another place. */
function placesOf({ type, currencies }: PaymentMethod): string {
  const currency = currencies === 'all' ? 'eur' : (currencies[0] ?? 'eur');
  return methodPlaces
    .filter((place) => methodsFor(currency, place).includes(type))
    .map((place) => placeNames[place])
    .join(', ');
}

const currenciesOf = ({ currencies }: PaymentMethod): string =>
  currencies === 'all' ? 'all' : currencies.map((each) => each.toUpperCase()).join(', ');

function refundsOf({ type, refundDays, refundSlow, refundArrives }: PaymentMethod): string {
  const within = refundDays === null ? 'no limit named' : `${refundDays} days`;
  const open = methodFacts[type].refundsOpen ? `; ${notVerified}` : '';
  if (!refundSlow) return `${within}${open}`;
  const arrives =
    refundArrives === null ? 'with a delay that Stripe does not name' : `within ${refundArrives} days`;
  return `${within}; arrives ${arrives}${open}`;
}

function disputesOf({ type, disputable }: PaymentMethod): string {
  const { disputes } = methodFacts[type];
  if (!disputable) return 'none';
  return disputes === '' ? 'yes' : `yes: ${disputes}`;
}

const sourceOf = ({ type }: PaymentMethod): string => {
  const { page, read } = methodFacts[type];
  return `[${read}](https://docs.stripe.com/payments/${page})`;
};

/** The table of payment methods in docs/developers/payments.md. */
const ways: DocsTable = {
  head: [
    'way',
    'currencies',
    'account in',
    'capability',
    'by default',
    'offered in',
    'refunds',
    'disputes',
    'statement of the fan',
    'source',
  ],
  rows: methods.map((method) => [
    `${nameOf(method)} (${code(method.type)})`,
    currenciesOf(method),
    methodFacts[method.type].business,
    `${code(method.capability.name)} (${method.capability.api})`,
    methodFacts[method.type].byDefault,
    placesOf(method),
    refundsOf(method),
    disputesOf(method),
    methodFacts[method.type].statement,
    sourceOf(method),
  ]),
};

const anchorOf = (heading: string): string => [...anchorsOf(`# ${heading}`)].join('');

const cell = (text: string) => text.replaceAll('|', String.raw`\|`);
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(heads), row(heads.map(() => '---')), ...rows.map(row)].join('\n');
}

/** What a restricted key must be allowed to write and to read, in one column of Stripe's form. */
function allowed(column: 'direct' | 'connect', mode: 'single' | 'connect'): readonly string[] {
  const needed = permissions.filter((each) => each[column].some((needing) => needing === mode));
  const written = needed.filter(({ access }) => access === 'write').map(({ name }) => name);
  // Who may write may read.
  const read = needed.map(({ name }) => name).filter((name) => !written.includes(name));
  return [written.join(', '), read.join(', ')];
}

/** The tables of docs/sites/embedding.md, by the name that their marker gives, made of the element's own contract. */
export const contractTables: Readonly<Record<string, string>> = {
  attributes: table(
    ['attribute', 'property', 'values', 'absent', 'what it does'],
    attributeContract.map(({ attribute, property, values, absent, says }) => [
      code(attribute),
      code(property),
      codes(values ?? []),
      absent,
      says,
    ]),
  ),
  limits: table(
    ['requests', 'limit', 'who counts'],
    routeLimits.map(({ routes, limit, by }) => [codes(routes), limit, by]),
  ),
  'sign-in': table(
    ['rule', 'needs', 'requests'],
    signInRules.map(({ rule, needs, routes }) => [rule, needs, codes(routes)]),
  ),
  methods: table(
    ['method', 'what it does'],
    methodContract.map(({ name, signature, says }) => [code(`${name}${signature}`), says]),
  ),
  events: table(
    ['event', '`detail`', 'can be prevented', 'when'],
    eventContract.map(({ name, detail, cancelable, says }) => [
      code(name),
      Object.entries(detail)
        .map(([field, type]) => `${code(field)}: ${type}`)
        .join(', '),
      cancelable ? 'yes' : '',
      says,
    ]),
  ),
  styles: table(
    ['property or part', 'what it sets or is'],
    [
      ...Object.entries(customPropertyContract).map(([name, says]) => [code(`--busker-${name}`), says]),
      ...Object.entries(partContract).map(([name, says]) => [code(`::part(${name})`), says]),
    ],
  ),
  commands: table(
    ['command', 'what it does'],
    Object.entries(hostCommands)
      .filter(([, { own }]) => own !== true)
      .map(([name, { takes = '', about }]) => [code(`${name} ${takes}`.trim()), about]),
  ),
  verbs: table(
    ['verb', 'what it does', 'needs `--yes`'],
    everyVerb.map(({ name, takes, says, writes }) => [code(`${name} ${takes}`), says, writes ? 'yes' : '']),
  ),
  settings: table(
    ['setting', 'meaning'],
    settings
      .filter(({ usedBy }) => usedBy !== 'secret')
      .map(({ name, meaning, required, requiredWhenLive }) => [
        code(name),
        `${meaning}${required ? '; required' : ''}${requiredWhenLive === true ? '; required with live keys' : ''}`,
      ]),
  ),
  secrets: table(
    ['secret', 'what it is'],
    settings
      .filter(({ usedBy }) => usedBy === 'secret')
      .map(({ name, meaning, required }) => [code(name), `${meaning}${required ? '; required' : ''}`]),
  ),
  alerts: table(
    ['alert', 'on', 'means', 'who', 'runbook'],
    alerts.map(({ name, on, means, level, runbook }) => {
      return [code(name), on, means, level, `[${runbook}](#${anchorOf(runbook)})`];
    }),
  ),
  permissions: table(
    ['mode', "Stripe's column", 'write', 'read'],
    [
      ['`single`', 'your own account', ...allowed('direct', 'single')],
      ['`connect`', 'your own account', ...allowed('direct', 'connect')],
      ['`connect`', 'Connect', ...allowed('connect', 'connect')],
    ],
  ),
  'webhook events': table(
    ['endpoint', 'events'],
    [
      ['your account', codes(webhookEvents.payments)],
      ['connected accounts', `the same, and ${codes(webhookEvents.accounts)}`],
    ],
  ),
  'covered costs': coveredCosts(),
  'costs of notifications': notificationCosts(),
  ...Object.fromEntries(
    Object.entries({ ...costTables, ...feeTables, 'ways to pay': ways, ...webhookTables }).map(
      ([name, { head, rows }]) => [name, table(head, rows)],
    ),
  ),
  'site software': table(
    ['software', 'who may paste what', 'lines'],
    siteSoftware.map(({ name, where, heading }) => [
      name,
      where,
      heading === null ? 'those of [the tag](embedding.md#the-tag)' : `[${heading}](#${anchorOf(heading)})`,
    ]),
  ),
};
