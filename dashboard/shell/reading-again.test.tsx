import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { adasWorld, showApp } from '../testing/fake-screen';
import { makePayments, makeTip } from '../testing/fakes';
import type { InMemoryWorld, ScriptedCall } from '../in-memory/in-memory-world';

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'onLine');
});

function filled(): InMemoryWorld {
  const world = adasWorld();
  world.payments.set(makePayments());
  world.receive(makeTip({ tipId: 'one' }));
  return world;
}

test.each<[ScriptedCall, string, RegExp]>([
  ['watchDraft', '/profile', /^Links$/],
  ['watchLatest', '/tips', /^State$/],
  ['watchTip', '/tips?tip=one', /^What happened$/],
  ['watchLog', '/tips?tip=one', /^Nothing|^No /],
  ['watchInsights', '/insights', /^Views$/],
  ['watchPayments', '/payments', /^Amounts$/],
  ['watchPublished', '/embed', /^Embed code$/],
])('a failed %s can be retried in place', async (call, address, there) => {
  const world = filled();
  world.failNext(call, 'store/unavailable');
  const { user } = showApp(address, world);
  const [again] = await screen.findAllByRole('button', { name: 'Try again' });
  await user.click(again as HTMLElement);
  expect((await screen.findAllByText(there)).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

// The server's totals are shown until the list has come.
test('failed totals can be retried in place', async () => {
  const world = filled();
  world.hold('watchLatest');
  world.failNext('watchTotals', 'store/unavailable');
  const { user } = showApp('/tips', world);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Received in USD')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

// Holds dash-095.
test('without cached data a screen shows neither an empty list nor zero', async () => {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  const world = adasWorld();
  world.online.set(false);
  showApp('/tips', world);
  expect(await screen.findByText('Waiting for a connection')).toBeDefined();
  expect(screen.queryByText('Your first tip will appear here')).toBeNull();
  world.receive(makeTip());
  showApp('/insights', world);
  expect(await screen.findByText('Waiting for a connection')).toBeDefined();
  expect(screen.queryByText('Link clicks')).toBeNull();
});
