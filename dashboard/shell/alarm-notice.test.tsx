import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { InMemoryWorld } from '../in-memory/in-memory-world';
import { makePayments, makePublished, makeTip } from '../testing/fakes';
import { adasWorld, showApp } from '../testing/fake-screen';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const notice = () => screen.findByRole('region', { name: 'What needs you' });
const openNotice = () => screen.queryByRole('region', { name: 'What needs you' });

function withDispute(): InMemoryWorld {
  const world = adasWorld();
  world.payments.set(makePayments());
  world.begin(
    makeTip({
      tipId: 'tip-x',
      dispute: {
        status: 'open',
        amount: 500,
        disputeId: 'dp_1',
        dueBy: Date.UTC(2099, 0, 9, 12),
      },
    }),
  );
  return world;
}

// Holds dash-111.
test.each(['/profile', '/books', '/payments', '/account'])(
  'says on %s that no tips can arrive, and leads to Payments',
  async (address) => {
    const world = adasWorld();
    world.payments.set(makePayments({ cardPayments: 'restricted' }));
    const { user, whereAmI } = showApp(address, world);
    const alert = await within(await notice()).findByRole('alert');
    expect(alert.textContent).toBe('No tips can arrive: Stripe needs more information from you.');
    await user.click(within(await notice()).getByRole('link', { name: 'Open Payments' }));
    await screen.findByRole('heading', { name: 'Payments', level: 1 });
    expect(whereAmI()).toBe('/payments');
  },
);

test('a dispute leads to its tip, and says until when to answer', async () => {
  const { user, whereAmI } = showApp('/account', withDispute());
  expect((await notice()).textContent).toContain(
    'A fan’s bank disputes a tip of $5.00. Answer by January 9, 2099.',
  );
  await user.click(within(await notice()).getByRole('link', { name: 'Open the tip' }));
  await waitFor(() => expect(whereAmI()).toBe('/tips?tip=tip-x'));
});

test('the most urgent is shown, and the others on request', async () => {
  const world = withDispute();
  world.payments.set(makePayments({ disconnectedAt: 1 }));
  const { user } = showApp('/account', world);
  expect((await notice()).textContent).not.toContain('disputes');
  await user.click(await screen.findByRole('button', { name: '1 more' }));
  expect((await notice()).textContent).toContain('disputes');
});

test('what is put aside stays aside after a reload, and comes back when it changes', async () => {
  const world = adasWorld();
  world.payments.set(makePayments({ cardPayments: 'restricted', requirements: ['individual.dob.day'] }));
  const { user } = showApp('/account', world);
  await user.click(within(await notice()).getByRole('button', { name: /^Put aside/ }));
  expect(openNotice()).toBeNull();

  showApp('/account', world);
  await screen.findByRole('heading', { name: 'Account', level: 1 });
  expect(openNotice()).toBeNull();
  act(() =>
    world.payments.set(makePayments({ cardPayments: 'restricted', requirements: ['external_account'] })),
  );
  await notice();
});

test('nothing is said while all is well', async () => {
  const world = adasWorld();
  world.payments.set(makePayments());
  showApp('/account', world);
  await screen.findByRole('heading', { name: 'Account', level: 1 });
  expect(openNotice()).toBeNull();
});

test.each([
  ['an account that is ready', makePayments(), makePublished(), 'Live'],
  [
    'a restricted account',
    makePayments({ cardPayments: 'restricted' }),
    makePublished(),
    'No tips can arrive',
  ],
  ['no account', null, makePublished(), 'No tips can arrive'],
  ['nothing published', makePayments(), null, 'No tips can arrive'],
] as const)(
  'the list of tips is live only while tips can arrive: %s',
  async (_name, payments, profile, tag) => {
    const world = adasWorld();
    world.payments.set(payments);
    world.published.set(profile);
    showApp('/tips', world);
    expect(await screen.findByText(tag)).toBeDefined();
  },
);
