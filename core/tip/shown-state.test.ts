import { expect, it } from 'vitest';
import { fakeTip } from '../testing/fakes';
import { isWithBank, shownState } from './shown-state';

const error = { code: 'card_declined', declineCode: null, at: 1 };
const waiting = fakeTip({
  state: 'pending',
  payment: { status: 'awaiting', attempts: 1, lastError: error, succeededAt: null },
});

it('a pending tip whose card was declined is shown as declined, until another try begins', () => {
  expect(shownState(waiting)).toBe('declined');
  expect(shownState({ ...waiting, payment: { ...waiting.payment, status: 'requires_action' } })).toBe(
    'pending',
  );
  expect(shownState({ ...waiting, payment: { ...waiting.payment, lastError: null } })).toBe('pending');
  expect(shownState({ ...waiting, state: 'paid' })).toBe('paid');
});

it('the bank has the money while a dispute is open, and when it is lost', () => {
  const dispute = { amount: 500, disputeId: 'dp_1', dueBy: null };
  const withBank = (['none', 'inquiry', 'open', 'won', 'lost', 'prevented'] as const).filter((status) =>
    isWithBank({ dispute: { ...dispute, status } }),
  );
  expect(withBank).toEqual(['open', 'lost']);
});
