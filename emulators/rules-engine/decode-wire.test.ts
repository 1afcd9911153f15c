import { describe, expect, it } from 'vitest';
import { parseTime } from './decode-wire';
import { tryCondition } from './testing/try-condition';

describe('time', () => {
  describe('times', () => {
    // request.time is 2026-01-02T03:04:05.000006Z, a Friday.
    it.each([
      'request.time.year() == 2026 && request.time.month() == 1 && request.time.day() == 2',
      'request.time.hours() == 3 && request.time.minutes() == 4 && request.time.seconds() == 5',
      'request.time.nanos() == 6000',
      'request.time.dayOfWeek() == 5 && request.time.dayOfYear() == 2',
      'timestamp.date(2026, 1, 4).dayOfWeek() == 7 && timestamp.date(2024, 12, 31).dayOfYear() == 366',
      'request.time.date() == timestamp.date(2026, 1, 2)',
      'request.time.time() == duration.time(3, 4, 5, 6000)',
      'request.time.toMillis() == 1767323045000',
      'timestamp.value(1767323045000) < request.time',
      'timestamp.value(-1).toMillis() == -1 && timestamp.value(-1).nanos() == 999000000',
      "request.time + duration.value(1, 'd') == timestamp.date(2026, 1, 3) + request.time.time()",
      "duration.value(1, 'h') + request.time > request.time",
      'request.time - timestamp.date(2026, 1, 2) == request.time.time()',
      '(request.time - timestamp.date(2026, 1, 2)) is duration',
      "duration.value(1, 'w') == duration.value(7, 'd') && duration.value(1, 'm') == duration.value(60, 's')",
      "duration.value(1, 's') == duration.value(1000, 'ms') && duration.value(1, 'ms') == duration.value(1000000, 'ns')",
      "duration.value(1, 's') - duration.value(3, 's') == duration.value(-2, 's')",
      "duration.abs(duration.value(-2, 's')) == duration.value(2, 's')",
      "duration.value(90, 's') > duration.value(1, 'm') && duration.value(90, 's').seconds() == 90",
      "duration.value(1500, 'ms').nanos() == 500000000",
    ])('make %s true', (condition) => {
      expect(tryCondition(condition)).toBe(true);
    });

    it.each([
      'request.time + request.time == request.time',
      "duration.value(1, 'h') - request.time == request.time",
      'request.time * 2 == request.time',
      'request.time > 0',
      "request.time > duration.value(1, 's')",
      "duration.value(1, 'y') is duration",
      "duration.value(1.5, 's') is duration",
      'timestamp.date(2026, 2, 30) is timestamp',
      'timestamp.date(2026, 13, 1) is timestamp',
      "timestamp.value('2026') is timestamp",
      'timestamp.value(9000000000000000000).year() > 0',
    ])('make %s an error', (condition) => {
      expect(typeof tryCondition(condition)).toBe('string');
    });

    it('are parsed to the nanosecond', () => {
      expect(parseTime('1970-01-01T00:00:00.000000001Z')).toBe(1n);
      expect(parseTime('1969-12-31T23:59:59.5Z')).toBe(-500_000_000n);
      expect(() => parseTime('yesterday')).toThrow('Not a time');
    });
  });

  describe('regular expressions', () => {
    it('match the whole string, not a part', () => {
      expect(tryCondition("'hello world'.matches('world')")).toBe(false);
      expect(tryCondition("'hello world'.matches('.*world')")).toBe(true);
      expect(tryCondition("'1alice@acme.com'.matches('[a-z]+@acme[.]com')")).toBe(false);
      expect(tryCondition("'a\\nb'.matches('a.b')")).toBe(false);
    });

    it('run in linear time', () => {
      const started = performance.now();
      expect(tryCondition(`'${'a'.repeat(5000)}'.matches('(a*)*b')`)).toBe(false);
      expect(performance.now() - started).toBeLessThan(2000);
    });
  });
});
