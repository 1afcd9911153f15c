import { paths } from '@busker/core/documents/documents';
import type { MonthlyView } from '@busker/core/fan-api/monthly-api';
import type { TipTextsRequest } from '@busker/core/fan-api/tip-api';
import { monthlyDocument } from '@busker/core/money-documents/monthly-document';
import { stripePaymentDocument } from '@busker/core/money-documents/stripe-account-document';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import type { Monthly } from '@busker/core/monthly/monthly';
import { cycleTip, projectMonthly } from '@busker/core/monthly/monthly-projection';
import { fakeTip, fakeInvoice, fakeMonthly, fakeSubscription } from '@busker/core/testing/fakes';
import type { Tip } from '@busker/core/tip/tip';
import { readable } from '../store/store';
import { signTipToken } from '../tips/tip-access';
import { adaUid, adasScenario, bearerOf, sendEvent, type Answer, type Scenario } from './ada';
import { atBilling } from './in-memory-billing';

export const monthlyId = 'a'.repeat(25);
export const monthlyReference = { uid: adaUid, tipId: monthlyId };

export interface MonthlyScenario extends Scenario {
  readonly billing: ReturnType<typeof atBilling>;
  readonly sessionId: string;
}

/** Ada's scenario with a monthly tip of USD 5.37 whose fan is on Stripe's page. A scenario can have several, each with its own `id`. */
export async function monthlyScenario(
  scenario?: Scenario,
  config: Parameters<typeof adasScenario>[0] = {},
  id = monthlyId,
): Promise<MonthlyScenario> {
  const { deps, ...rest } = scenario ?? (await adasScenario(config));
  const now = deps.clock.now();
  const opened = await deps.payments.openCheckout({
    account: 'acct_ada',
    uid: adaUid,
    tipId: id,
    amount: 537,
    currency: 'usd',
    applicationFee: 0,
    keyRound: 0,
    ways: ['card'],
    description: '',
    title: '',
    detail: '',
    returnUrl: '',
    receiptEmail: null,
    fanCurrency: false,
    expiresAt: now + 3_600_000,
  });
  if (!opened.ok) throw new Error('There is no page');
  const { sessionId } = opened.value;
  const first = fakeTip();
  const tip = fakeTip({
    tipId: id,
    ownerUid: adaUid,
    surface: 'hosted',
    amount: 537,
    tipAmount: 500,
    coverAmount: 37,
    stripe: { ...first.stripe, paymentIntentId: null, checkoutSessionId: sessionId },
    cycle: { monthlyId: id, number: 1, invoiceId: null, subscriptionId: null, period: null },
    createdAt: now,
  });
  const monthly = fakeMonthly({
    monthlyId: id,
    ownerUid: adaUid,
    currency: 'usd',
    stripe: { ...fakeMonthly().stripe, checkoutSessionId: sessionId },
    createdAt: now,
    updatedAt: now,
  });
  deps.store.put(paths.tip(adaUid, id), tipDocument.encode(tip));
  deps.store.put(paths.monthly(adaUid, id), monthlyDocument.encode(monthly));
  const billing = atBilling(deps.subscriptions, deps.payments, deps.clock.now);
  return { ...rest, deps, billing, sessionId };
}

/** The fan pays on Stripe's page, and Stripe's event about the page arrives. Resolves with the subscription. */
export async function begin(scenario: MonthlyScenario, reference = monthlyReference): Promise<string> {
  const id = scenario.billing.subscribe(scenario.sessionId);
  await sendEvent(scenario, 'checkout.session.completed', { reference });
  return id;
}

export function monthlyIn({ deps }: Scenario, id = monthlyId): Monthly {
  const path = paths.monthly(adaUid, id);
  return readable(path, monthlyDocument.decode(deps.store.get(path)));
}

/** On this scenario, a monthly tip that has begun and whose bank asks about the next payment: everything can be done with it. */
export async function askingMonthly(
  scenario: Scenario,
): Promise<{ readonly id: string; readonly token: string }> {
  const asking = await monthlyScenario(scenario);
  asking.billing.renew(await begin(asking), 'asks');
  await sendEvent(asking, 'invoice.payment_failed', { reference: monthlyReference });
  return { id: monthlyId, token: signTipToken(scenario.deps.config.secrets, monthlyReference) };
}

/** The fan of a monthly tip that has begun, with the token of its first tip. */
export async function monthlyFan(config: Parameters<typeof monthlyScenario>[1] = {}) {
  const scenario = await monthlyScenario(undefined, config);
  const subscription = await begin(scenario);
  return { ...fanOf(scenario), scenario, subscription };
}
export type MonthlyFan = Awaited<ReturnType<typeof monthlyFan>>;

export function fanOf(scenario: MonthlyScenario) {
  const call = (method: 'GET' | 'POST', path = '', body?: object): Promise<Answer> => {
    const token = signTipToken(scenario.deps.config.secrets, monthlyReference);
    return scenario.call(method, `/v1/monthly/${monthlyId}${path}`, body, bearerOf(token));
  };
  return {
    call,
    view: async (): Promise<MonthlyView> => (await call('GET')).json as unknown as MonthlyView,
    stop: (when = 'period-end') => call('POST', '/stop', { when }),
  };
}

const month = 31 * 24 * 60 * 60_000;

/** The fan saves these texts on the receipt of a tip; without a `tipId` on that of the first one. */
export function saveTexts(
  scenario: Scenario,
  texts: TipTextsRequest,
  tipId = monthlyReference.tipId,
): Promise<Answer> {
  const token = signTipToken(scenario.deps.config.secrets, { uid: adaUid, tipId });
  return scenario.call('PATCH', `/v1/tips/${tipId}`, texts, bearerOf(token));
}

/** The monthly tip is paid so many more times, each a month later. */
export async function renewTimes(scenario: MonthlyScenario, id: string, times: number): Promise<void> {
  for (let renewal = 0; renewal < times; renewal += 1) {
    scenario.deps.clock.advance(month);
    scenario.billing.renew(id);
    await sendEvent(scenario, 'invoice.paid', { reference: monthlyReference });
  }
}

/** The monthly tip ends at Stripe, and its event arrives. */
export async function endAtOnce(scenario: MonthlyScenario, id: string): Promise<void> {
  scenario.billing.change(id, { status: 'canceled', endedAt: scenario.deps.clock.now() });
  await sendEvent(scenario, 'customer.subscription.deleted', { reference: monthlyReference });
}

/** The payments of Ada's scenario, the earliest first. */
export const paymentsIn = ({ deps }: Scenario): readonly Tip[] =>
  Object.entries(deps.store.dump())
    .flatMap(([path, data]) =>
      path.split('/').at(-2) === 'tips' ? [readable(path, tipDocument.decode(data))] : [],
    )
    .toSorted((a, b) => (a.cycle?.number ?? 0) - (b.cycle?.number ?? 0));

/** Every name of the fan that is stored: the monthly tip's and those of its payments, each once. */
export const namesIn = (scenario: Scenario): readonly (string | null)[] => [
  ...new Set([monthlyIn(scenario).fan.name, ...paymentsIn(scenario).map(({ fan }) => fan.name)]),
];

/** A tip of Ada's that Stripe charged by itself. */
export interface Renewal {
  readonly tipId: string;
  readonly paymentIntentId: string;
}

let renewals = 0;

/** The tip of the second period of a monthly tip to Ada, stored as when its invoice was seen, with its payment at Stripe. It is not paid yet. */
export function putRenewal(scenario: Scenario): Renewal {
  renewals += 1;
  const now = scenario.deps.clock.now();
  const tipId = `renewal${renewals}`;
  const began = now - 31 * 24 * 60 * 60_000;
  const stripe = { ...fakeMonthly().stripe, subscriptionId: 'sub_1' };
  const given = { monthlyId: 'monthly1', ownerUid: adaUid, currency: 'usd', stripe } as const;
  const monthly = projectMonthly(fakeMonthly(given), {
    askedAt: now,
    session: null,
    subscription: fakeSubscription({ tipId: 'monthly1', uid: adaUid, item: null, startedAt: began }),
    invoices: [],
  });
  const order = { account: 'acct_ada', uid: adaUid, tipId, amount: 537, currency: 'usd' } as const;
  const others = { applicationFee: 0, keyRound: 0, ways: ['card'], description: '' } as const;
  const paymentIntentId = scenario.deps.payments.make({ ...order, ...others });
  const payments = [{ paymentIntentId, isPaid: true }];
  const id = `in_${renewals}`;
  const invoice = fakeInvoice({ id, isFirst: false, from: now, to: now + 1, createdAt: now, payments });
  const tip = cycleTip(monthly, invoice, { tipId, first: fakeTip(), keepTipsYears: 7 });
  const payment = scenario.deps.payments.payments.get(paymentIntentId);
  if (tip === null || payment === undefined) throw new Error('There is no renewal');
  payment.intent = { ...payment.intent, tipId: null, uid: null };
  payment.invoice = {
    id,
    subscriptionId: 'sub_1',
    tipId: 'monthly1',
    uid: adaUid,
    from: now,
    to: now + 1,
    paidPayments: 0,
  };
  const { store } = scenario.deps;
  store.put(paths.tip(adaUid, tipId), tipDocument.encode(tip));
  store.put(
    paths.stripePayment(paymentIntentId),
    stripePaymentDocument.encode({ v: 1, uid: adaUid, tipId, invoiceId: id }),
  );
  return { tipId, paymentIntentId };
}

/** The address that Stripe has of the fan, and one that it does not know. */
export const knownAddress = `${monthlyId}@fans.example`;
export const unknownAddress = 'nobody@fans.example';

/** The origin of a form, and its other fields. */
interface Sender {
  readonly query?: string;
  readonly address?: string;
  readonly challenge?: string;
}

/** Sends the form of `/@ada/monthly` that withdraws without the key of the receipt. */
export const withdrawOnPage = (
  fan: MonthlyFan,
  email: string,
  cardLast4: string,
  sender: Sender = {},
): Promise<Answer> => sendForm(fan, { what: 'withdraw', email, cardLast4 }, sender);

/** Sends the one that stops. */
export const stopOnPage = (fan: MonthlyFan, email: string, sender: Sender = {}): Promise<Answer> =>
  sendForm(fan, { email }, sender);

function sendForm(
  { scenario }: MonthlyFan,
  fields: Readonly<Record<string, string>>,
  { query = '', address = '198.51.100.7', challenge = '' }: Sender,
): Promise<Answer> {
  const body = new URLSearchParams({ ...fields, ...(challenge && { challenge }) }).toString();
  return scenario.call('POST', `/@ada/monthly${query}`, body, {
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-for': address,
  });
}
