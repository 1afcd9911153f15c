import { expect, it } from 'vitest';
import { undo } from './after-paying';
import { fakeController, pay, ready, refused } from '../testing/fake-controller';

it('shows why the refund failed when an undo is refused as failed', async () => {
  const refundFailure = { amount: 500, why: 'card-closed' } as const;
  const problems = { undoTip: [refused('undo-failed')] };
  const made = await ready(fakeController({ problems, status: { refundFailure } }));
  await pay(made);
  await undo(made.controller);
  expect(made.controller.state().stage).toMatchObject({
    at: 'thanked',
    undo: { at: 'refused', code: 'undo-failed' },
    status: { refundFailure },
  });
});
