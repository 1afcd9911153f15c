import type { PaymentMethodType } from '@busker/core/payments/methods';

export const notVerified = 'not verified';

/** What Stripe says of a payment method and the product does not need, for the table of docs/developers/payments.md. */
export interface MethodFact {
  /** Where the owner's account may be. */
  readonly business: string;
  /** What an account with the full dashboard has without its owner doing anything. */
  readonly byDefault: string;
  /** What Stripe says of disputes, besides whether there are any; empty = nothing more. */
  readonly disputes: string;
  /** What the fan's statement shows. */
  readonly statement: string;
  /** Stripe's page of the way, below docs.stripe.com/payments/, and the year, month or day of the copy that was read. */
  readonly page: string;
  readonly read: string;
  /** Has nobody verified how long a refund is possible? */
  readonly refundsOpen: boolean;
}

const account = 'the name of the Stripe account';
const fact = (
  page: string,
  read: string,
  business: string,
  byDefault: string,
  rest: Partial<Pick<MethodFact, 'disputes' | 'statement' | 'refundsOpen'>> = {},
): MethodFact => ({
  page,
  read,
  business,
  byDefault,
  disputes: '',
  statement: notVerified,
  refundsOpen: false,
  ...rest,
});

export const methodFacts: Readonly<Record<PaymentMethodType, MethodFact>> = {
  card: fact('cards', '2026-08-10', 'all', 'on', {
    statement: "the account's prefix for card statements, ending with `TIP`",
  }),
  link: fact('wallets/link', '2026-08-10', '42 countries; in a card not Brazil and India', 'on', {
    statement: 'as the card or bank account that Link holds',
  }),
  ideal: fact(
    'ideal',
    '2026-05-03',
    '40 countries',
    'on; sole proprietors need a tax id, and the site must show the registration number',
    { statement: account },
  ),
  wero: fact('wero', '2026', '30 countries of the EEA', `on request, by a form of interest; ${notVerified}`),
  bancontact: fact(
    'bancontact',
    '2025',
    'EU, Australia, Hong Kong, Japan, Mexico, New Zealand, Singapore, United States',
    'on',
    { statement: account },
  ),
  eps: fact(
    'eps',
    '2026',
    'EU, Australia, Canada, Hong Kong, Japan, Mexico, New Zealand, Singapore, United States',
    'on',
    { statement: account },
  ),
  p24: fact(
    'p24',
    '2026',
    'EU and others',
    'on; the site must show prices, legal details and a refund policy',
    { statement: account },
  ),
  blik: fact('blik', '2025', 'EEA', 'activate', { disputes: '12 days to answer', statement: account }),
  twint: fact(
    'twint',
    '2025',
    '35 countries',
    'activate; waits at Stripe unless the site is public and has an imprint and prices in CHF',
    { disputes: 'they are rare', statement: account },
  ),
  swish: fact('swish', '2026', '27 countries of the EEA', notVerified, {
    statement: '`Stripe`; your name in the message field',
  }),
  mobilepay: fact('mobilepay', '2026-05', '29 countries of the EEA', 'activate', { disputes: 'as cards' }),
  mb_way: fact('mb-way', '2026', '39 countries', `activate; ${notVerified}`, {
    disputes: '7 days to answer',
    statement: '`Stripe`',
  }),
  cashapp: fact('cash-app-pay', '2025', 'United States', 'on; platforms for fundraising need an approval', {
    disputes: 'within 120 days; fraud is the loss of Cash App',
    statement: '`CashApp*` and your name',
  }),
  amazon_pay: fact('amazon-pay', '2026-05-07', '17 countries; United States in USD alone', 'activate', {
    disputes: 'within 240 days, and claims at Amazon',
  }),
  revolut_pay: fact('revolut-pay', '2026', 'EEA, United Kingdom', 'activate', {
    disputes: 'within 120 days',
    refundsOpen: true,
  }),
  pix: fact('pix', '2026-05-06', '35 countries; Brazil by invitation', 'activate; not for charities', {
    disputes: 'you cannot contest them',
    statement: '`Ebanx`',
  }),
  upi: fact('upi', '2026-05-06', '35 countries', notVerified, { disputes: 'you cannot contest them' }),
};
