import { defaultPreferences } from '@busker/core/account/account-document';
import { dayOf, timeOf, type InsightShard } from '@busker/core/insights/insight-document';
import { fakeBlocks } from '@busker/core/testing/fakes';
import type { Tip } from '@busker/core/tip/tip';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, expect, test, describe } from 'vitest';
import type { FakeBackend } from '../../testing/fake-backend';
import { adasBackend, showScreen } from '../../testing/fake-screen';
import { makeTip } from '../../testing/fakes';
import {
  ZoneDays,
  conversion,
  dayAxis,
  daysOf,
  insightsOf,
  lengthOf,
  rangeBefore,
  shifted,
} from './insight-sums';
import { rangeFault, untilToday } from './insights-screen';

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

/** Zones with summer time, with quarters and halves of an hour, and on both sides of the date line. */
const someZones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
] as const;

/** The day that a clock on the wall shows. */
const localDay = (timeZone: string, at: number): string => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
};

describe('insight sums', () => {
  const now = Date.UTC(2026, 10, 21, 0, 5);
  const week = untilToday('2026-11-21', 7);
  const utc = new ZoneDays('UTC');
  const paid = (at: number) =>
    ({ status: 'succeeded', attempts: 1, lastError: null, succeededAt: at }) as const;
  const shard = (day: string, views: number, clicks: Record<string, number> = {}) =>
    ({ v: 1, day, views, clicks }) as const;
  const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

  test('adds the shards of a day, and leaves out other days', () => {
    const sums = insightsOf(
      week,
      utc,
      [shard('2026-11-20', 3, { a: 1 }), shard('2026-11-20', 4, { a: 1, b: 5 }), shard('2026-11-01', 99)],
      [],
    );
    expect(sums.days.find(({ day }) => day === '2026-11-20')).toMatchObject({ views: 7, clicks: 7 });
    expect(sums.days.map(({ views }) => views)).toEqual([0, 0, 0, 0, 0, 7, 0]);
    expect(sums.links).toEqual([
      { name: 'b', count: 5 },
      { name: 'a', count: 2 },
    ]);
  });

  // Holds dash-1290.
  test.each([
    ['a week', 7, 4],
    ['four weeks', 28, 4],
    ['a month', 30, 4],
    ['ninety days', 90, 4],
    ['a day', 1, 1],
  ])('labels %s of a chart with days at even distances, the last one among them', (_, days, labels) => {
    const names = Array.from({ length: days }, (__, at) => `${at}`);
    const { ticks } = dayAxis(names);
    expect(ticks).toHaveLength(labels);
    expect(ticks.at(-1)).toBe(names.at(-1));
  });

  // Holds dash-075.
  test('never adds different currencies, and subtracts refunds', () => {
    const tips = [
      makeTip({ amount: 500, payment: paid(now) }),
      makeTip({
        amount: 700,
        payment: paid(now),
        contrib: { count: 1, gross: 700, refunded: 200, disputed: 0 },
      }),
      makeTip({ amount: 1000, currency: 'jpy', payment: paid(now) }),
    ];
    const sums = insightsOf(week, utc, [], tips);
    const money = { usd: { tips: 2, received: 1000 }, jpy: { tips: 1, received: 1000 } };
    expect(sums.money).toEqual(money);
    expect(sums.days.at(-1)?.money).toEqual(money);
    expect(sums.byPlacement.map((place) => place.money)).toEqual([money]);
  });

  // Holds dash-2050.
  test('has the three figures of tips and books, and what is kept only where it is known of every tip', () => {
    const fees = { estimated: 45, stripe: 45, application: 0, net: 455, settlementCurrency: 'usd' };
    const booked = makeTip({ payment: paid(now), amount: 500, fees });
    const figures = (...tips: readonly Tip[]) => insightsOf(week, utc, [], tips).figures;
    expect(figures(booked, booked).usd).toEqual({ received: 1000, afterRefunds: 1000, kept: 910 });
    const returned = { count: 1, gross: 500, refunded: 200, disputed: 0 } as const;
    const unbooked = makeTip({ payment: paid(now), amount: 500, contrib: returned });
    expect(figures(booked, unbooked).usd).toEqual({ received: 1000, afterRefunds: 800, kept: null });
    expect(figures({ ...booked, fees: { ...fees, settlementCurrency: 'eur' } }).usd?.kept).toBeNull();
  });

  test('leaves out what the totals leave out', () => {
    const contrib = { count: 0, gross: 0, refunded: 0, disputed: 0 };
    expect(insightsOf(week, utc, [], [makeTip({ payment: paid(now), contrib })]).tips).toBe(0);
  });

  test('names sites by their host, and counts views and tips without one apart', () => {
    const source = { for: null, placement: null };
    const tips = ['https://blog.example:8443', 'https://blog.example', null].map((origin) =>
      makeTip({ payment: paid(now), source: { ...source, origin } }),
    );
    const seen: InsightShard = { ...shard('2026-11-20', 5), sites: { 'blog.example': 2, 'a.example': 1 } };
    const sums = insightsOf(week, utc, [seen], tips);
    expect(sums.sites).toEqual([
      { name: '', count: 2 },
      { name: 'blog.example', count: 2 },
      { name: 'a.example', count: 1 },
    ]);
    expect(sums.bySite.map(({ name, count }) => [name, count])).toEqual([
      ['blog.example', 2],
      ['', 1],
    ]);
  });

  test('counts on the UTC day what has no time of day', () => {
    const old = shard('2026-11-14', 3, { a: 1 });
    const late: InsightShard = {
      ...shard('2026-11-14', 5),
      times: { '2330': { views: 2, clicks: {} } },
    };
    const sums = insightsOf(week, new ZoneDays('Asia/Tokyo'), [old, late], []);
    expect([sums.views, sums.untimed]).toEqual([2, 0]);
    const earlier = { from: '2026-11-14', to: '2026-11-14' };
    const before = insightsOf(earlier, new ZoneDays('Asia/Tokyo'), [old, late], []);
    expect([before.views, before.untimed]).toEqual([6, 7]);
  });

  interface Happening {
    readonly at: number;
    readonly kind: 'view' | 'click' | 'tip';
    readonly site: string;
  }

  /** What the server stores of these views and clicks. */
  function storedOf(happenings: readonly Happening[]): readonly InsightShard[] {
    return happenings.flatMap(({ at, kind, site }): InsightShard[] => {
      if (kind === 'tip') return [];
      const counts =
        kind === 'view' ? { views: 1, clicks: {}, sites: { [site]: 1 } } : { views: 0, clicks: { k1: 1 } };
      return [{ v: 1, day: dayOf(at), ...counts, times: { [timeOf(at)]: counts } }];
    });
  }

  /** Times around the days on which clocks change, in both hemispheres. */
  const nearChange = fc
    .constantFrom('2026-03-29', '2026-03-08', '2026-04-05', '2026-04-24', '2026-09-06', '2026-10-25')
    .chain((day) =>
      fc.integer({ min: -3 * 86_400_000, max: 3 * 86_400_000 }).map((by) => Date.parse(day) + by),
    );
  const happening = fc.record({
    at: fc.oneof(nearChange, fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) })),
    kind: fc.constantFrom('view', 'click', 'tip'),
    site: fc.constantFrom('a.example', 'b.example'),
  });
  const rangeOf = fc
    .tuple(fc.integer({ min: 0, max: 364 }), fc.integer({ min: 0, max: 120 }))
    .map(([start, length]) => {
      const from = shifted('2026-01-01', start);
      return { from, to: shifted(from, length) };
    });

  // Holds dash-074.
  test('counts what happened on the days of a range as a clock in that zone shows them', () => {
    fc.assert(
      fc.property(fc.array(happening), rangeOf, fc.constantFrom(...someZones), (all, range, zone) => {
        const tips = all.filter(({ kind }) => kind === 'tip').map(({ at }) => makeTip({ payment: paid(at) }));
        const sums = insightsOf(range, new ZoneDays(zone), storedOf(all), tips);
        const count = (kind: string, day: (day: string) => boolean) =>
          all.filter((each) => each.kind === kind && day(localDay(zone, each.at))).length;
        const isInside = (day: string) => range.from <= day && day <= range.to;
        expect([sums.views, sums.clicks, sums.tips]).toEqual(
          ['view', 'click', 'tip'].map((kind) => count(kind, isInside)),
        );
        for (const { day, views, clicks, tips: its } of sums.days)
          expect([views, clicks, its]).toEqual(
            ['view', 'click', 'tip'].map((kind) => count(kind, (its) => its === day)),
          );
        expect(sums.untimed).toBe(0);
      }),
    );
  });

  test('every list adds up to the whole, and two ranges to the one that holds both', () => {
    fc.assert(
      fc.property(fc.array(happening), rangeOf, fc.constantFrom(...someZones), (all, range, zone) => {
        const days = new ZoneDays(zone);
        const tips = all.filter(({ kind }) => kind === 'tip').map(({ at }) => makeTip({ payment: paid(at) }));
        const of = (from: string, to: string) => insightsOf({ from, to }, days, storedOf(all), tips);
        const whole = of(range.from, range.to);
        expect(sumOf(whole.sites.map(({ count }) => count))).toBe(whole.views);
        expect(sumOf(whole.links.map(({ count }) => count))).toBe(whole.clicks);
        for (const places of [whole.bySite, whole.byPage, whole.byPlacement])
          expect(sumOf(places.map(({ count }) => count))).toBe(whole.tips);
        for (const money of [whole.days, whole.bySite].map((rows) => rows.map((row) => row.money)))
          expect(sumOf(money.map(({ usd }) => usd?.received ?? 0))).toBe(whole.money.usd?.received ?? 0);
        const [early, late] = [of(range.from, range.from), of(shifted(range.from, 1), range.to)];
        expect(early.views + late.views).toBe(whole.views);
        expect((early.money.usd?.received ?? 0) + (late.money.usd?.received ?? 0)).toBe(
          whole.money.usd?.received ?? 0,
        );
      }),
    );
  });

  // Holds dash-2048.
  test('has no ratio without views, nor with more tips than views', () => {
    expect(conversion(3, 0)).toBeNull();
    expect(conversion(23, 1)).toBeNull();
    expect(conversion(1, 1)).toBe(1);
    expect(conversion(1, 50)).toBe(0.02);
  });
});

describe('zone days', () => {
  describe('the days of a zone', () => {
    test.each([
      ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
      ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
      ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z', 24],
      ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
      // Summer time begins at midnight, so the day begins at one.
      ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 23],
      ['UTC', '2026-01-01', '2026-01-01T00:00:00.000Z', 24],
    ])('in %s, %s begins at %s and has %s hours', (zone, day, start, hours) => {
      const days = new ZoneDays(zone);
      expect(new Date(days.startOf(day)).toISOString()).toBe(start);
      expect((days.startOf(shifted(day, 1)) - days.startOf(day)) / 3_600_000).toBe(hours);
    });

    test('are those that a clock on the wall shows', () => {
      const at = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2028, 0, 1) });
      fc.assert(
        fc.property(fc.constantFrom(...someZones), at, (zone, time) => {
          expect(new ZoneDays(zone).dayOf(time)).toBe(localDay(zone, time));
        }),
      );
    });
  });

  describe('a range', () => {
    const today = '2026-11-21';

    test('of this month begins on its first day', () => {
      expect(untilToday(today, 'month')).toEqual({ from: '2026-11-01', to: today });
    });

    test('ends today and holds each day once', () => {
      const days = daysOf(untilToday(today, 7));
      expect([days.length, days[0], days.at(-1)]).toEqual([7, '2026-11-15', today]);
      expect(new Set(daysOf(untilToday(today, 90))).size).toBe(90);
    });

    test('follows on a period of the same length', () => {
      const length = fc.integer({ min: 1, max: 365 });
      fc.assert(
        fc.property(length, fc.integer({ min: 0, max: 3000 }), (days, age) => {
          const to = shifted(today, -age);
          const range = { from: shifted(to, 1 - days), to };
          const before = rangeBefore(range);
          expect(lengthOf(range)).toBe(days);
          expect([...daysOf(before), ...daysOf(range)]).toEqual(daysOf({ from: before.from, to }));
          expect(lengthOf(before)).toBe(days);
        }),
      );
    });

    test.each([
      [{ from: '2026-11-01', to: today }, null],
      [{ from: today, to: today }, null],
      [{ from: '2025-11-22', to: today }, null],
      [{ from: '2025-11-21', to: today }, 'too-long'],
      [{ from: '', to: today }, 'incomplete'],
      [{ from: '2026-02-31x', to: today }, 'incomplete'],
      [{ from: '2026-13-01', to: today }, 'incomplete'],
      [{ from: '2026-11-20', to: '2026-11-19' }, 'backwards'],
      [{ from: today, to: '2026-11-22' }, 'future'],
    ] as const)('%j has the fault %s', (range, fault) => {
      expect(rangeFault(range, today)).toBe(fault);
    });
  });
});
