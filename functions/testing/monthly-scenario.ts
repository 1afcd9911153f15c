import { paths } from '../../core/documents/documents';
import { monthlyDocument } from '../../core/money-documents/monthly-document';
import { tipDocument } from '../../core/money-documents/tip-document';
import type { Monthly } from '../../core/monthly/monthly';
import { fakeTip } from '../../core/testing/fakes';
import { fakeMonthly } from '../../core/testing/monthly-fakes';
import { atBilling } from './in-memory-billing';
import { readable } from '../store/store';
import { signTipToken } from '../tips/tip-access';
import { adasScenario, adaUid, sendEvent, type Scenario } from './ada';

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
