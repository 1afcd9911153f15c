import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { dayOf } from '../../../core/documents/insight-document';
import { adasWorld, showApp } from '../../testing/fake-screen';
import { makeTip } from '../../testing/fakes';

afterEach(cleanup);

/** The table behind a chart. */
async function tableOf(user: ReturnType<typeof showApp>['user'], name: string) {
  const heading = await screen.findByRole('heading', { name });
  const panel = heading.closest('section');
  if (panel === null) throw new Error(`No panel around ${name}`);
  await user.click(within(panel).getByRole('button', { name: 'As a table' }));
  return within(screen.getByRole('table', { name }));
}

function countedWorld() {
  const world = adasWorld();
  const now = Date.now();
  world.insights.set([
    { v: 1, day: dayOf(now), views: 40, clicks: { k1: 6, gone: 2 } },
    { v: 1, day: dayOf(now), views: 10, clicks: {} },
  ]);
  const payment = { status: 'succeeded', attempts: 1, lastError: null, succeededAt: now } as const;
  world.receive(makeTip({ amount: 500, payment }));
  world.receive(makeTip({ amount: 900, currency: 'jpy', payment }));
  return world;
}

// Holds dash-074.
test('shows the counts, with a table behind each chart', async () => {
  const { user } = showApp('/insights', countedWorld());
  expect(await screen.findByText('50')).toBeDefined();
  expect(screen.getByText('4%')).toBeDefined();
  const [button] = screen.getAllByRole('button', { name: 'As a table' });
  if (!button) throw new Error('There is a chart');
  await user.click(button);
  const table = within(screen.getByRole('table', { name: 'Views and clicks by day' }));
  expect(table.getAllByRole('row')).toHaveLength(29);
  const cells = within(table.getAllByRole('row')[1] ?? document.body).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent)).toEqual(['50', '8', '2', '4%']);
});

// Holds dash-077.
test('says until when views are counted: the time of today, or another day with its time', async () => {
  const world = countedWorld();
  const noon = new Date(new Date().setHours(14, 10, 0, 0)).getTime();
  world.countedUntil.set(noon);
  showApp('/insights', world);
  expect(await screen.findByText(/^Views and clicks are counted until 2:10\sPM\.$/)).toBeDefined();
  world.countedUntil.set(Date.UTC(2020, 0, 5, 12));
  expect(await screen.findByText(/^Views and clicks are counted until Jan 5, 2020, /)).toBeDefined();
});

test('shows the figures without that time when it cannot be read', async () => {
  const world = countedWorld();
  world.failNext('watchCountedUntil', 'store/unavailable');
  showApp('/insights', world);
  expect(await screen.findByText('50')).toBeDefined();
  expect(screen.queryByText(/are counted until/)).toBeNull();
});

// Holds dash-075.
test('keeps currencies apart', async () => {
  const { user } = showApp('/insights', countedWorld());
  expect(await screen.findByRole('heading', { name: 'Tips by day in USD' })).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Tips by day in JPY' })).toBeDefined();
  const places = await tableOf(user, 'Tips by placement');
  expect(places.getByRole('cell', { name: '$5.00 and ¥900' })).toBeDefined();
});

test('labels clicks of removed links', async () => {
  const { user } = showApp('/insights', countedWorld());
  expect(
    await screen.findByRole('img', {
      name: 'Chart: Clicks by link. 2 bars; the longest is Instagram with 6.',
    }),
  ).toBeDefined();
  const table = await tableOf(user, 'Clicks by link');
  expect(table.getByRole('row', { name: /Instagram 6 75%/ })).toBeDefined();
  expect(table.getByRole('row', { name: /Links you removed 2 25%/ })).toBeDefined();
});

// Holds dash-076.
test('explains the limits of the numbers', async () => {
  showApp('/insights', countedWorld());
  expect(await screen.findByText(/Tips per view is therefore known only for the whole card/)).toBeDefined();
});

test('says what to do before anything was counted', async () => {
  showApp('/insights', adasWorld());
  expect(await screen.findByText('Nothing counted yet')).toBeDefined();
});

test('says that the counts could not be read', async () => {
  const world = adasWorld();
  world.failNext('watchInsights', 'store/unavailable');
  showApp('/insights', world);
  expect(await screen.findByRole('alert')).toBeDefined();
});
