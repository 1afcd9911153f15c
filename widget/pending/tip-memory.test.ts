import { afterEach, expect, it, vi } from 'vitest';
import { fakeController, pay, ready } from '../testing/fake-controller';
import { sessionTipMemory } from './tip-memory';

afterEach(() => sessionStorage.clear());

const tip = { handle: 'ada', tipId: 't1', clientRequestId: 'c1' };

it('a kept tip is found by its own owner’s card alone', () => {
  sessionTipMemory.keep(tip);
  expect(sessionTipMemory.recall('ada')).toEqual(tip);
  expect(sessionTipMemory.recall('grace')).toBeNull();
});

it('each press on Pay stores the tip again, after a decline or after another owner’s card stored its own tip', async () => {
  const confirmations = [{ kind: 'declined', decline: 'card-declined' } as const];
  const made = await ready(fakeController({}, { confirmations }));
  await pay(made);
  made.memory.keep({ handle: 'grace', tipId: 'other', clientRequestId: 'c2' });
  const keep = vi.spyOn(made.memory, 'keep');
  await pay(made);
  expect(keep.mock.calls).toEqual([[{ handle: 'ada', tipId: 'tip1', clientRequestId: 'id1' }]]);
});
