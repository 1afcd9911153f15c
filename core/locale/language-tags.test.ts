import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { formatMoney } from '../money/money';
import { runs } from '../testing/runs';
import { isShippedLanguage, languageOf, localeOf, readLanguageTag, shippedLanguages } from './language-tags';
import {
  daysOfBooks,
  isYearStart,
  kindOfPeriod,
  monthsOfPeriod,
  offeredYearStarts,
  periodsBetween,
  periodWith,
} from './periods';
import {
  dayAfter,
  dayField,
  dayOrNone,
  dayStart,
  momentsIn,
  daysIn,
  daysOfMonth,
  isTimeZone,
  tableTime,
  zoneField,
} from './zoned-day';

describe('language tags', () => {
  // Holds host-097.
  it.each([
    ['de_DE', 'de-DE', 'de'],
    ['de_de', 'de-DE', 'de'],
    ['DE-de', 'de-DE', 'de'],
    ['en-US@posix', 'en-US', 'en'],
    ['de_DE.UTF-8', 'de-DE', 'de'],
    ['pt_BR.ISO-8859-1@euro', 'pt-BR', 'pt'],
    ['de_DE@formal', 'de-DE', 'de'],
    [' fr-CA ', 'fr-CA', 'fr'],
    ['de-', 'de', 'de'],
    ['de--AT', 'de-AT', 'de'],
    ['es-MEX', 'es', 'es'],
    ['es-419', 'es-419', 'es'],
    ['deu', 'de', 'de'],
    ['zh-cmn-Hans-CN', 'zh-Hans-CN', 'zh-Hans'],
    ['zh-yue-HK', 'yue-HK', 'en'],
    ['zh_TW', 'zh-TW', 'en'],
    ['zh-hans', 'zh-Hans', 'zh-Hans'],
    ['ar-u-nu-latn', 'ar-u-nu-latn', 'ar'],
    ['de-x-bavarian', 'de', 'de'],
    ['de-DE-x-a-b', 'de-DE', 'de'],
    ['zh', 'zh', 'zh-Hans'],
    ['zh-SG', 'zh-SG', 'zh-Hans'],
    ['zh-Hans-HK', 'zh-Hans-HK', 'zh-Hans'],
    ['zh-Hant-MY', 'zh-Hant-MY', 'en'],
    ['AR', 'ar', 'ar'],
    ['tlh', 'tlh', 'en'],
    ['sv_SE', 'sv-SE', 'en'],
    ['', null, 'en'],
    ['  ', null, 'en'],
    ['x-default', null, 'en'],
    ['x-klingon', null, 'en'],
    ['i-klingon', null, 'en'],
    ['und', null, 'en'],
    ['mul', null, 'en'],
    ['C', null, 'en'],
    ['C.UTF-8', null, 'en'],
    ['POSIX', null, 'en'],
    ['english', null, 'en'],
    ['{{ page.lang }}', null, 'en'],
    ['{lang}', null, 'en'],
    ['${locale}', null, 'en'],
    ['%sveltekit.lang%', null, 'en'],
    ['<?php language_attributes(); ?>', null, 'en'],
    ['[lang]', null, 'en'],
    ['auto', null, 'en'],
    ['undefined', null, 'en'],
    ['null', null, 'en'],
  ] as const)('what was written as %j is read as %j, and gets texts in %s', (given, tag, language) => {
    expect({ tag: readLanguageTag(given), language: languageOf(given) }).toEqual({ tag, language });
  });

  // Holds host-097.
  it.each([
    ['de_DE', '3,00\u00a0$'],
    ['de_DE.UTF-8', '3,00\u00a0$'],
    ['de-CH', '$\u00a03.00'],
    ['{{lang}}', '$3.00'],
    ['sv-SE', '$3.00'],
    ['zh-TW', '$3.00'],
    ['ja_JP', '$3.00'],
  ])('an amount follows the language of the texts: %j writes %s', (given, amount) => {
    expect(formatMoney({ minorUnits: 300, currency: 'usd' }, localeOf(given))).toBe(amount);
  });

  it('reads anything without throwing, and what it reads is a tag that Intl takes', () => {
    const part = fc.stringMatching(/^[A-Za-z0-9]{0,9}$/);
    const tags = fc
      .array(part, { maxLength: 5 })
      .chain((parts) => fc.constantFrom('-', '_', '--').map((by) => parts.join(by)));
    fc.assert(
      fc.property(fc.oneof(tags, fc.string()), (given) => {
        const tag = readLanguageTag(given);
        expect(Intl.getCanonicalLocales(tag ?? [])).toEqual(tag === null ? [] : [tag]);
        expect(shippedLanguages).toContain(languageOf(given));
        expect(languageOf(localeOf(given))).toBe(languageOf(given));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('every shipped language leads to itself', () => {
    expect(shippedLanguages.map(languageOf)).toEqual(shippedLanguages);
  });
});

describe('languages', () => {
  it('only the exact tags of shipped languages count as shipped', () => {
    expect(['zh-Hans', 'zh', 'de-AT', undefined].map(isShippedLanguage)).toEqual([true, false, false, false]);
  });
});

describe('zoned day', () => {
  const lateOnNewYearsEve = Date.UTC(2026, 11, 31, 23, 30);

  it('reads the calendar day in a time zone', () => {
    expect(daysIn('UTC')(lateOnNewYearsEve)).toBe('2026-12-31');
    expect(daysIn('Europe/Berlin')(lateOnNewYearsEve)).toBe('2027-01-01');
    expect(daysIn('America/Los_Angeles')(Date.UTC(2026, 2, 1, 7, 59))).toBe('2026-02-28');
    expect(daysIn('Asia/Tehran')(Date.UTC(2026, 6, 1, 12))).toBe('2026-07-01');
  });

  it('accepts names of time zones, and no other text', () => {
    expect(isTimeZone('Europe/Berlin')).toBe(true);
    expect(isTimeZone('Mars/Olympus')).toBe(false);
    expect(isTimeZone('')).toBe(false);
  });

  it('knows the moment of a time of day, also in the night in which clocks change', () => {
    const berlin = (day: string, time: string) =>
      new Date(momentsIn('Europe/Berlin')(day, time)).toISOString();
    expect(berlin('2026-10-09', '20:30')).toBe('2026-10-09T18:30:00.000Z');
    expect(berlin('2026-10-25', '12:00')).toBe('2026-10-25T11:00:00.000Z');
    expect(berlin('2026-03-29', '01:30')).toBe('2026-03-29T00:30:00.000Z');
    expect(berlin('2026-03-29', '02:30')).toBe('2026-03-29T01:30:00.000Z');
    // Chile has no midnight on this day, and Samoa had no such day: the next moment counts.
    expect(momentsIn('America/Santiago')('2026-09-06', '00:00')).toBe(Date.UTC(2026, 8, 6, 4));
    expect(momentsIn('Pacific/Apia')('2011-12-30', '00:00')).toBe(Date.UTC(2011, 11, 30, 10));
    expect(momentsIn('Pacific/Kiritimati')('2026-01-01', '00:00')).toBe(Date.UTC(2025, 11, 31, 10));
  });

  it('finds when a day begins, also where clocks change at midnight or a day was skipped', () => {
    expect(dayStart('2026-03-29', 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 28, 23));
    expect(dayStart('2026-03-30', 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 22));
    // Cuba changes its clocks at midnight: the day begins at 1:00.
    expect(daysIn('America/Havana')(dayStart('2026-03-08', 'America/Havana'))).toBe('2026-03-08');
    expect(daysIn('America/Havana')(dayStart('2026-03-08', 'America/Havana') - 1)).toBe('2026-03-07');
    // Samoa had no 30 December 2011.
    expect(dayStart('2011-12-30', 'Pacific/Apia')).toBe(dayStart('2011-12-31', 'Pacific/Apia'));
    expect(dayStart('9999-12-31', 'Europe/Berlin')).toBe(Date.UTC(9999, 11, 31));
  });

  it('knows the day after, at the end of a month and of a leap year’s February', () => {
    expect([dayAfter('2026-12-31'), dayAfter('2028-02-28')]).toEqual(['2027-01-01', '2028-02-29']);
  });

  it('a month ends on its last day, also in a leap year', () => {
    expect(daysOfMonth(2026, 2)).toEqual({ from: '2026-02-01', until: '2026-02-28' });
    expect(daysOfMonth(2028, 2).until).toBe('2028-02-29');
    expect(daysOfMonth(2026, 12)).toEqual({ from: '2026-12-01', until: '2026-12-31' });
  });
});

describe('day fields', () => {
  it('a day is one of the calendar', () => {
    expect(v.is(dayField('from'), '2028-02-29')).toBe(true);
    for (const wrong of [
      '2026-02-30',
      '2026-13-01',
      '2026-1-1',
      '0000-00-00',
      '0000-12-31',
      '0001-06-01',
      '9999-01-01',
      'today',
      '',
      7,
    ])
      expect([wrong, v.is(dayField('from'), wrong)]).toEqual([wrong, false]);
  });

  it('a limit is a day, or empty', () => {
    expect(v.is(dayOrNone('until'), '')).toBe(true);
    expect(v.is(dayOrNone('until'), '2026-02-28')).toBe(true);
    expect(v.is(dayOrNone('until'), '2026-02-30')).toBe(false);
  });

  it('a zone is one that the runtime knows', () => {
    expect(v.is(zoneField, 'Europe/Berlin')).toBe(true);
    expect(v.is(zoneField, 'Mars/Olympus')).toBe(false);
  });
});

describe('table time', () => {
  it('writes a time as spreadsheets read it, and nothing for no time', () => {
    expect(tableTime(Date.UTC(2026, 0, 31, 9, 30))).toBe('2026-01-31 09:30:00');
    expect(tableTime(null)).toBe('');
  });
});

// Holds dash-930.
describe('periods of the books', () => {
  test.each([
    ['2026-11-30', 'year', '01-01', '2026-01-01', '2026-12-31'],
    ['2026-04-05', 'year', '04-06', '2025-04-06', '2026-04-05'],
    ['2026-04-06', 'year', '04-06', '2026-04-06', '2027-04-05'],
    ['2024-02-29', 'year', '03-01', '2023-03-01', '2024-02-29'],
    ['2026-01-01', 'quarter', '01-01', '2026-01-01', '2026-03-31'],
    ['2026-12-31', 'quarter', '01-01', '2026-10-01', '2026-12-31'],
    ['2027-01-05', 'quarter', '04-06', '2026-10-06', '2027-01-05'],
    ['2027-01-06', 'quarter', '04-06', '2027-01-06', '2027-04-05'],
    ['2027-01-01', 'quarter', '11-01', '2026-11-01', '2027-01-31'],
    ['2024-02-10', 'month', '07-01', '2024-02-01', '2024-02-29'],
  ] as const)(
    '%s is in the %s of a tax year from %s that begins on %s and ends on %s',
    (day, kind, start, from, until) => {
      expect(periodWith(day, kind, start)).toEqual({ from, until });
      expect(kindOfPeriod({ from, until }, start)).toBe(kind);
    },
  );

  test('days that are no month, quarter or tax year of this start are days of one’s own', () => {
    expect(kindOfPeriod({ from: '2026-01-01', until: '2026-12-31' }, '04-06')).toBe('days');
    expect(kindOfPeriod({ from: '2026-02-01', until: '2026-04-30' }, '01-01')).toBe('days');
    expect(kindOfPeriod({ from: '2026-02-02', until: '2026-02-28' }, '01-01')).toBe('days');
  });

  test('the periods to choose from go back to the one with the first day', () => {
    expect(periodsBetween('2025-12-31', '2026-11-30', 'year', '04-06').map(({ from }) => from)).toEqual([
      '2026-04-06',
      '2025-04-06',
    ]);
    expect(periodsBetween('2026-03-31', '2026-11-30', 'quarter', '01-01').map(({ from }) => from)).toEqual([
      '2026-10-01',
      '2026-07-01',
      '2026-04-01',
      '2026-01-01',
    ]);
    expect(periodsBetween('2027-01-01', '2026-11-30', 'year', '01-01')).toEqual([]);
  });

  test('a period falls into the months of the calendar', () => {
    expect(monthsOfPeriod({ from: '2025-12-06', until: '2026-02-05' })).toEqual([
      { from: '2025-12-06', until: '2025-12-31' },
      { from: '2026-01-01', until: '2026-01-31' },
      { from: '2026-02-01', until: '2026-02-05' },
    ]);
    expect(monthsOfPeriod({ from: '2026-02-10', until: '2026-02-12' })).toHaveLength(1);
  });

  test('a tax year starts on a day that each year has', () => {
    expect(['01-01', '04-06', '12-28'].every(isYearStart)).toBe(true);
    expect(['02-29', '13-01', '00-10', '1-1', ''].some(isYearStart)).toBe(false);
    expect(offeredYearStarts).toHaveLength(13);
    expect(offeredYearStarts.every(isYearStart)).toBe(true);
  });

  // Holds dash-931.
  test('a closed year keeps its own days, whatever the time zone of the books is', () => {
    const closed = [{ from: '2025-01-01', until: '2025-12-31', zone: 'Asia/Tokyo', closedAt: 1 }];
    const days = daysOfBooks(closed, 'America/Los_Angeles');
    const newYearInTokyo = Date.parse('2025-12-31T15:00:00Z');
    expect(days.dayOf(newYearInTokyo - 1)).toBe('2025-12-31');
    expect(days.yearOf(newYearInTokyo - 1)).toMatchObject({ until: '2025-12-31', end: newYearInTokyo });
    // In Los Angeles it is still the last day of the closed year.
    expect(days.dayOf(newYearInTokyo)).toBe('2026-01-01');
    expect(days.yearOf(newYearInTokyo)).toBeNull();
    const east = daysOfBooks(
      [{ from: '2025-01-01', until: '2025-12-31', zone: 'America/Los_Angeles', closedAt: 1 }],
      'Asia/Tokyo',
    );
    expect(east.dayOf(Date.parse('2025-01-01T00:00:00Z'))).toBe('2024-12-31');
    expect(east.dayOf(Date.parse('2027-01-01T00:00:00Z'))).toBe('2027-01-01');
  });

  // Holds dash-1304.
  test.each([
    ['Asia/Tokyo', 'America/Los_Angeles'],
    ['America/Los_Angeles', 'Asia/Tokyo'],
  ])(
    'of two years, closed in %s and %s, each hour is in one, by the zone of the first one',
    (zone, other) => {
      const year = (of: number, its: string, closedAt: number) =>
        ({ from: `${of}-01-01`, until: `${of}-12-31`, zone: its, closedAt }) as const;
      const pairs = [
        { closed: [year(2025, zone, 1), year(2026, other, 2)], turns: dayStart('2026-01-01', zone) },
        { closed: [year(2025, other, 2), year(2026, zone, 1)], turns: dayStart('2026-01-01', zone) },
      ];
      for (const { closed, turns } of pairs)
        for (const asked of ['UTC', zone, other])
          for (let hours = -30; hours <= 30; hours += 1) {
            const at = turns + hours * 60 * 60_000;
            const days = daysOfBooks(closed, asked);
            const its = hours < 0 ? closed[0] : closed[1];
            expect(days.yearOf(at)).toMatchObject({ from: its?.from, until: its?.until });
            const day = days.dayOf(at);
            expect(day >= (its?.from ?? '') && day <= (its?.until ?? '')).toBe(true);
          }
    },
  );
});
