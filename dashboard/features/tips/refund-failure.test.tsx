import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { adasWorld, showScreen } from '../../testing/fake-screen';
import { makeTip } from '../../testing/fakes';

// happy-dom has no layout, so every row has the default height.
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 88 });

afterEach(cleanup);

const failedTip = (reason: string | null) =>
  makeTip({
    tipId: 'failed',
    amount: 1500,
    refund: { status: 'failed', refunded: 0, pending: 0, failure: { amount: 1500, reason } },
  });

test('shows a failed refund in the list', async () => {
  const world = adasWorld();
  world.receive(failedTip('declined'));
  showScreen('/tips', world);
  expect(await screen.findByText('Refund failed')).toBeDefined();
});

test.each([
  ['expired_or_canceled_card', 'The card has expired or was cancelled.'],
  ['insufficient_funds', 'Your Stripe balance was too low.'],
  ['a_new_reason', 'No reason was given.'],
  [null, 'No reason was given.'],
])('says in the details why a refund failed and what to do: %s', async (reason, why) => {
  const world = adasWorld();
  world.receive(failedTip(reason));
  showScreen('/tips?tip=failed', world);
  const note = await screen.findByRole('note', { name: 'The refund of $15.00 failed' });
  expect(note.textContent).toContain(why);
  expect(note.textContent).toContain('The money is back with you');
  expect(screen.getByRole('button', { name: 'Refund…' })).toBeDefined();
});
