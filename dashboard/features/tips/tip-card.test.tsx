import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { adasWorld, showScreen } from '../../testing/fake-screen';
import { makeTip } from '../../testing/fakes';

afterEach(cleanup);

// Holds dash-146.
test('says which payment of a monthly tip it is, in the list and in its details', async () => {
  const world = adasWorld();
  const period = { from: Date.UTC(2026, 9, 15), to: Date.UTC(2026, 10, 15) };
  const cycle = { monthlyId: 'm1', number: 3, invoiceId: 'in_1', subscriptionId: 'sub_1', period };
  const monthly = makeTip({ mode: 'connect', livemode: true, cycle });
  const yearly = makeTip({
    tipId: 'y1',
    cycle: { ...cycle, number: 2, period: { ...period, to: Date.UTC(2027, 9, 15) } },
  });
  const unpaid = makeTip({ tipId: 'u1', cycle: { ...cycle, number: 1, period: null } });
  for (const tip of [monthly, yearly, unpaid]) world.receive(tip);
  showScreen(`/tips?tip=${monthly.tipId}`, world);
  expect(await screen.findByText(/Oct 15\s–\sNov 15, 2026/)).toBeDefined();
  const page = screen.getByRole('link', { name: 'sub_1' });
  expect(page.getAttribute('href')).toBe('https://dashboard.stripe.com/subscriptions/sub_1');
  expect(screen.getAllByText('Monthly · 3')).toHaveLength(2);
  expect(screen.getAllByText('Yearly · 2')).toHaveLength(1);
  expect(screen.queryByText('Monthly · 1')).toBeNull();
});

test('names the card’s brand as the receipt does', async () => {
  const world = adasWorld();
  const tip = makeTip({});
  world.receive({ ...tip, stripe: { ...tip.stripe, brand: 'visa', last4: '4242' } });
  showScreen(`/tips?tip=${tip.tipId}`, world);
  await screen.findByText('Charged');
  expect(screen.getByText('Visa •••• 4242')).toBeDefined();
});
