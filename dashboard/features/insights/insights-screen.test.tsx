import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { dayOf } from '@busker/core/insights/insight-document';
import { defaultPreferences } from '@busker/core/account/account-document';
import { fakeBlocks } from '@busker/core/testing/fakes';
import type { FakeBackend } from '../../testing/fake-backend';
import { adasBackend, showScreen } from '../../testing/fake-screen';
import { makeTip } from '../../testing/fakes';

afterEach(cleanup);

const tableOf = async (name: string) => within(await screen.findByRole('table', { name }));

/** The screen of the last 28 days, which has the same days on each date on which the test runs. */
async function show28Days(fake: FakeBackend) {
  const shown = showScreen('/insights', fake);
  await shown.user.click(await screen.findByRole('radio', { name: '28 days' }));
  return shown;
}

/** A sum at the top: its figure, and how it compares. */
async function headOf(name: string): Promise<readonly (string | null)[]> {
  const term = await screen.findByText(name, { selector: 'dt' });
  return [...(term.nextElementSibling?.children ?? [])].map(({ textContent }) => textContent);
}

function countedBackend() {
  const fake = adasBackend();
  const now = Date.now();
  fake.insights.set([
    { v: 1, day: dayOf(now), views: 40, clicks: { k1: 6, gone: 2 } },
    { v: 1, day: dayOf(now), views: 10, clicks: {} },
  ]);
  const payment = { status: 'succeeded', attempts: 1, lastError: null, succeededAt: now } as const;
  fake.receive(makeTip({ amount: 500, payment }));
  fake.receive(makeTip({ amount: 900, currency: 'jpy', payment }));
  return fake;
}

// Holds dash-1020.
test('opens with this month, the first of the choices', async () => {
  const fake = countedBackend();
  showScreen('/insights', fake);
  const choices = await screen.findAllByRole<HTMLInputElement>('radio');
  expect(choices.map(({ checked }) => checked)).toEqual([true, false, false, false, false]);
  expect(screen.getByRole('radio', { name: 'This month' })).toBe(choices[0]);
  expect(await headOf('Views')).toEqual(['50']);
});

// Holds dash-074.
test('shows the counts, with a table behind each chart', async () => {
  const { user } = await show28Days(countedBackend());
  expect(await headOf('Views')).toEqual(['50']);
  expect(await headOf('Tips per view')).toEqual(['4%']);
  expect(await headOf('After refunds and disputes, USD')).toEqual(['$5.00']);
  const [button] = screen.getAllByRole('button', { name: 'As a table' });
  if (!button) throw new Error('There is a chart');
  await user.click(button);
  const table = within(screen.getByRole('table', { name: 'Views and clicks by day' }));
  expect(table.getAllByRole('row')).toHaveLength(29);
  const cells = within(table.getAllByRole('row')[1] ?? document.body).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent)).toEqual(['50', '8', '2', '$5.00 and ¥900', '4%']);
  expect(table.getByRole('columnheader', { name: 'After refunds and disputes' })).toBeDefined();
});

// Holds dash-077.
test('says until when views are counted: the time of today, or another day with its time', async () => {
  const fake = countedBackend();
  const noon = new Date(new Date().setHours(14, 10, 0, 0)).getTime();
  fake.countedUntil.set(noon);
  showScreen('/insights', fake);
  expect(await screen.findByText(/^Views and clicks are counted until 2:10\sPM\.$/)).toBeDefined();
  fake.countedUntil.set(Date.UTC(2020, 0, 5, 12));
  expect(await screen.findByText(/^Views and clicks are counted until Jan 5, 2020, /)).toBeDefined();
});

test('shows the figures without that time when it cannot be read', async () => {
  const fake = countedBackend();
  fake.failNext('watchCountedUntil', 'store/unavailable');
  showScreen('/insights', fake);
  expect(await headOf('Views')).toEqual(['50']);
  expect(screen.queryByText(/are counted until/)).toBeNull();
});

// Holds dash-075.
test('keeps currencies apart', async () => {
  showScreen('/insights', countedBackend());
  expect(await screen.findByRole('heading', { name: 'Tips by day in USD' })).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Tips by day in JPY' })).toBeDefined();
  const places = await tableOf('Tips by placement');
  expect(places.getByRole('cell', { name: '$5.00 and ¥900' })).toBeDefined();
});

// Holds dash-1210.
test('names presses on a block by its title, or by its kind', async () => {
  const fake = countedBackend();
  const draft = fake.serverDraft.value;
  if (draft === null) throw new Error('Ada has a draft');
  fake.serverDraft.set({ ...draft, blocks: fakeBlocks });
  fake.insights.set([{ v: 1, day: dayOf(Date.now()), views: 40, clicks: { gigs: 3, film: 1 } }]);
  await show28Days(fake);
  const table = await tableOf('Clicks by link');
  expect(table.getByRole('row', { name: /Next gigs 3 75%/ })).toBeDefined();
  expect(table.getByRole('row', { name: /Music or video 1 25%/ })).toBeDefined();
});

test('labels clicks of removed links', async () => {
  showScreen('/insights', countedBackend());
  const table = await tableOf('Clicks by link');
  expect(table.getByRole('row', { name: /Instagram 6 75%/ })).toBeDefined();
  expect(table.getByRole('row', { name: /Links you removed 2 25%/ })).toBeDefined();
});

test('shows views and tips by site, and names the owner’s page', async () => {
  const fake = countedBackend();
  const own = 'busker.example';
  fake.insights.set([
    { v: 1, day: dayOf(Date.now()), views: 9, clicks: {}, sites: { 'blog.example': 5, [own]: 3, _: 1 } },
  ]);
  showScreen('/insights', fake);
  const rows = (await tableOf('Views by site')).getAllByRole('rowheader');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'blog.example',
    `Your page (${own})`,
    'Other sites',
  ]);
  expect(await tableOf('Tips by site')).toBeDefined();
});

const dayMillis = 86_400_000;
const ago = (days: number): string => dayOf(Date.now() - days * dayMillis);

test('compares with the period before, in figures and words', async () => {
  const fake = countedBackend();
  fake.insights.set([
    { v: 1, day: ago(1), views: 60, clicks: { k1: 3 } },
    { v: 1, day: ago(40), views: 40, clicks: { k1: 4 } },
  ]);
  await show28Days(fake);
  expect(await headOf('Views')).toEqual(['60', '20 more than before (50%)']);
  expect(await headOf('Link clicks')).toEqual(['3', '1 less than before (25%)']);
  expect(await headOf('Tips')).toEqual(['2', 'None before']);
  expect(screen.getByText(/^“Before” is the period from /)).toBeDefined();
});

test('says that there is nothing to compare yet', async () => {
  showScreen('/insights', countedBackend());
  expect(await screen.findByText(/^There is nothing to compare yet/)).toBeDefined();
});

test('shows the dates that the owner chooses, and says what is wrong with others', async () => {
  const fake = countedBackend();
  fake.insights.set([
    { v: 1, day: '2025-05-01', views: 11, clicks: {} },
    { v: 1, day: '2025-05-02', views: 13, clicks: {} },
    { v: 1, day: '2025-05-03', views: 17, clicks: {} },
  ]);
  const { user } = showScreen('/insights', fake);
  await user.click(await screen.findByRole('radio', { name: 'Dates' }));
  const set = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  set('First day', '2025-05-02');
  expect(await screen.findByText('Choose at most 365 days.')).toBeDefined();
  set('Last day', '2025-05-01');
  expect(await screen.findByText('The last day is before the first.')).toBeDefined();
  set('Last day', '2025-05-03');
  expect(await headOf('Views')).toEqual(['30', '19 more than before (172.7%)']);
  expect(screen.queryByText('The last day is before the first.')).toBeNull();
});

test('counts on the days of the zone that the owner chooses, and stores the choice', async () => {
  const fake = countedBackend();
  const counts = { views: 4, clicks: {} };
  fake.insights.set([{ v: 1, day: '2025-05-01', ...counts, times: { '1630': counts } }]);
  const { user } = showScreen('/insights', fake);
  await user.click(await screen.findByRole('radio', { name: 'Dates' }));
  for (const label of ['Last day', 'First day'])
    fireEvent.change(screen.getByLabelText(label), { target: { value: '2025-05-02' } });
  expect(await screen.findByText('Nothing counted yet')).toBeDefined();
  await user.selectOptions(screen.getByLabelText('Your days begin at midnight in'), 'Asia/Tokyo');
  expect(await headOf('Views')).toEqual(['4']);
  expect(fake.preferences.value?.timeZone).toBe('Asia/Tokyo');
  expect(screen.queryByText(/only the day in UTC is known/)).toBeNull();
});

test('goes back to the former zone when the choice cannot be stored', async () => {
  const fake = countedBackend();
  fake.preferences.set({ ...defaultPreferences, timeZone: 'Europe/Berlin' });
  fake.failNext('keepTimeZone', 'store/permission-denied');
  const { user } = showScreen('/insights', fake);
  const field = await screen.findByLabelText('Your days begin at midnight in');
  await user.selectOptions(field, 'Asia/Tokyo');
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(field).toHaveProperty('value', 'Europe/Berlin');
});

// Holds dash-076.
test('explains the limits of the numbers', async () => {
  showScreen('/insights', countedBackend());
  expect(await screen.findByText(/Tips per view is known only for the whole card/)).toBeDefined();
});

test('says what to do before anything was counted', async () => {
  showScreen('/insights', adasBackend());
  expect(await screen.findByText('Nothing counted yet')).toBeDefined();
});

test('says that the counts could not be read', async () => {
  const fake = adasBackend();
  fake.failNext('watchInsights', 'store/unavailable');
  showScreen('/insights', fake);
  expect(await screen.findByRole('alert')).toBeDefined();
});
