import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { storeCodes, storeFailure } from '../data/failure';
import { adasWorld, showApp } from '../testing/fake-screen';
import { en } from '../testing/every-text';

afterEach(cleanup);

// Holds dash-093.
test.each(storeCodes)('the store’s status %s has its own sentence and a next step', async (name) => {
  const world = adasWorld();
  world.failNext('watchDraft', `store/${name}`);
  showApp('/profile', world);
  expect((await screen.findByRole('alert')).textContent).toContain(en[`failure.store/${name}`]);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});

// Holds dash-094.
test('a terminated client and a time-out differ from other failures', () => {
  const terminated = new Error('The client has already been terminated.');
  expect(storeFailure(Object.assign(terminated, { code: 'failed-precondition' })).code).toBe(
    'store/client-terminated',
  );
  expect(storeFailure({ code: 'deadline-exceeded' }).code).toBe('store/deadline-exceeded');
});
