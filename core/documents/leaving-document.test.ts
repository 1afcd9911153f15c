import { expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import { fakeLeaving } from '../testing/leave-rows';
import { deletionLifetime } from './deletion-document';
import { isLeaving, leavingAt } from './leaving-document';

it('a deletion is running until it is done or has stopped', () => {
  const state = { step: 'data', done: 0, total: null } as const;
  expect(isLeaving(undefined)).toBe(false);
  expect(isLeaving(fakeLeaving({ state: { name: 'running', ...state } }))).toBe(true);
  expect(isLeaving(fakeLeaving({ state: { name: 'retrying', ...state } }))).toBe(true);
  for (const name of ['stopped', 'done'] as const)
    expect(isLeaving(fakeLeaving({ state: { name } }))).toBe(false);
});

it('the record of a deletion is kept for a month after its end', () => {
  for (const name of ['stopped', 'done'] as const)
    expect(leavingAt(fakeLeaving(), { name }, noon + 5)).toMatchObject({
      changedAt: noon + 5,
      expiresAt: noon + 5 + deletionLifetime,
    });
  const running = { name: 'running', step: 'data', done: 0, total: null } as const;
  expect(leavingAt(fakeLeaving(), running, noon + 5).expiresAt).toBeNull();
});
