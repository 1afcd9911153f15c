import { beforeEach, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { monthlyDocument } from '../../core/money-documents/monthly-document';
import { tipDocument } from '../../core/money-documents/tip-document';
import { fakeTip } from '../../core/testing/fakes';
import { adaUid, sendEvent } from '../testing/ada';
import {
  begin,
  monthlyId,
  monthlyIn,
  monthlyScenario,
  type MonthlyScenario,
} from '../testing/monthly-scenario';

let scenario: MonthlyScenario;
let subscription: string;
beforeEach(async () => {
  scenario = await monthlyScenario();
  subscription = await begin(scenario);
});

const customerId = () => monthlyIn(scenario).stripe.customerId ?? '';
const asked = () => scenario.deps.subscriptions.calls.length;

// Holds pay-304.
it('the new date of a card that its network has renewed is shown', async () => {
  const card = { brand: 'visa', last4: '4242', expMonth: 1, expYear: 2033 };
  scenario.billing.change(subscription, { card });
  const { status } = await sendEvent(scenario, 'payment_method.automatically_updated', {
    objectId: 'pm_1',
    customerId: customerId(),
  });
  expect(status).toBe(200);
  expect(monthlyIn(scenario)).toMatchObject({ state: 'active', card });
});

// Holds pay-304.
it('the monthly tip of a customer who was deleted at Stripe has ended, by somebody at Stripe', async () => {
  const [endedAt, cancelReason] = [scenario.deps.clock.now(), 'cancellation_requested'];
  scenario.billing.change(subscription, { status: 'canceled', endedAt, cancelReason, card: null });
  await sendEvent(scenario, 'customer.deleted', { objectId: customerId(), customerId: customerId() });
  expect(monthlyIn(scenario)).toMatchObject({
    state: 'ended',
    endReason: 'stripe',
    endedAt,
    card: null,
    contrib: { active: 0 },
  });
});

// Holds pay-304.
it.each([
  ['of another account', () => ({ account: 'acct_grace', customerId: customerId() })],
  ['who pays for something else', () => ({ customerId: 'cus_other' })],
  ['that the event does not name', () => ({})],
])('an event about a customer %s asks Stripe nothing', async (_, about) => {
  const before = asked();
  for (const type of ['payment_method.automatically_updated', 'customer.deleted'])
    expect((await sendEvent(scenario, type, about())).status).toBe(200);
  expect(asked()).toBe(before);
});

it('other events about customers and cards change nothing', async () => {
  const before = asked();
  for (const type of ['customer.updated', 'payment_method.attached', 'payment_method.updated'])
    await sendEvent(scenario, type, { customerId: customerId() });
  expect(asked()).toBe(before);
});

it('the event comes again while Stripe is away', async () => {
  const about = { customerId: customerId() };
  scenario.billing.change(subscription, { status: 'canceled' });
  scenario.deps.subscriptions.failNext('snapshot', { kind: 'unavailable', error: new Error('away') });
  expect((await sendEvent(scenario, 'customer.deleted', about)).status).toBe(503);
  expect(monthlyIn(scenario).state).toBe('active');
  await sendEvent(scenario, 'customer.deleted', about);
  expect(monthlyIn(scenario).state).toBe('ended');
});

it('all monthly tips of one customer are followed', async () => {
  const other = { ...monthlyIn(scenario), monthlyId: 'b'.repeat(25) };
  scenario.deps.store.put(paths.monthly(adaUid, other.monthlyId), monthlyDocument.encode(other));
  const first = fakeTip({ tipId: other.monthlyId, ownerUid: adaUid });
  scenario.deps.store.put(paths.tip(adaUid, other.monthlyId), tipDocument.encode(first));
  scenario.deps.clock.advance(1000);
  await sendEvent(scenario, 'customer.deleted', { customerId: customerId() });
  for (const id of [monthlyId, other.monthlyId])
    expect(monthlyIn(scenario, id).syncedAt).toBe(scenario.deps.clock.now());
});
