import { act, fireEvent, screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import '@busker/dashboard/testing/patient-queries';
import { adasBackend, showApp } from '@busker/dashboard/testing/fake-screen';
import { makeTip } from '@busker/dashboard/testing/fakes';
import { CalledFiles, addParts } from '../shape-rows';

// What runs in the owner's browser, on screens that are shown already. The store and the server are in memory.

const called = new CalledFiles();
const parts: Record<string, readonly string[]> = {};

/** After so many milliseconds a screen fetches the code of the others, which is no part of a walk. */
const prefetchAfter = 2500;
const { setTimeout: soon } = globalThis;

beforeAll(() => {
  vi.stubGlobal('setTimeout', (work: () => void, ms?: number) => (ms === prefetchAfter ? 0 : soon(work, ms)));
  return called.start();
});
afterAll(() => addParts(parts));

const fanCalled = (name: string) => ({ name, message: null, anonymous: false, country: null });

it('a tip appears on the owner’s screen', async () => {
  const fake = adasBackend();
  fake.receive(makeTip({ fan: fanCalled('Mary') }));
  showApp('/money/tips', fake);
  await screen.findAllByText('Mary');
  await called.take();
  act(() => fake.receive(makeTip({ fan: fanCalled('Grace') })));
  expect(await screen.findAllByText('Grace')).not.toHaveLength(0);
  parts['screen: a tip arrives'] = await called.takeNew();
});

it('an owner types in a field, and publishes', async () => {
  const fake = adasBackend();
  const { user } = showApp('/page/profile', fake);
  await screen.findByRole('heading', { name: 'Profile' });
  const name = await screen.findByLabelText('Name');
  await screen.findByText('Everything is published');
  // What shows the draft loads after the form, and is drawn again with each key.
  await screen.findByTitle('Preview of your page');
  await screen.findByRole('radiogroup', { name: 'Ready looks' });
  await called.take();
  fireEvent.change(name, { target: { value: 'Ada Lovelace King' } });
  await screen.findByText('All edits saved');
  parts['edit: key to stored draft, in the browser'] = await called.takeNew();
  await user.click(await screen.findByRole('button', { name: 'Publish' }));
  await screen.findByText(/Published\. Your card is up to date/);
  expect(fake.published.value?.name).toBe('Ada Lovelace King');
  parts['edit: publish, in the browser'] = await called.takeNew();
});
