import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalTimestamp, formatInstant, parseInstant, parseInstantParts } from './instant';

describe('timestamps', () => {
  it('keep their microseconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000_000 }), (micros) => {
        expect(parseInstant(formatInstant(micros))).toBe(micros);
      }),
    );
  });

  it('are truncated to microseconds, not rounded', () => {
    expect(canonicalTimestamp('2026-01-02T03:04:05.123456999Z')).toBe('2026-01-02T03:04:05.123456Z');
    expect(canonicalTimestamp({ seconds: '1767323045', nanos: 123_456_999 })).toBe(
      '2026-01-02T03:04:05.123456Z',
    );
  });

  it('accept UTC offsets and short fractions', () => {
    expect(canonicalTimestamp('2026-01-02T03:04:05.1+02:00')).toBe('2026-01-02T01:04:05.100000Z');
    expect(canonicalTimestamp('0001-01-01T00:00:00Z')).toBe('0001-01-01T00:00:00.000000Z');
    expect(parseInstantParts('1969-12-31T23:59:59.500000Z')).toEqual({ seconds: -1, nanos: 500_000_000 });
  });

  it.each(['yesterday', '2026-01-02', '2026-13-02T03:04:05Z', 7, { seconds: 253_402_300_800 }])(
    'refuse %j',
    (bad) => {
      expect(() => canonicalTimestamp(bad)).toThrow(/imestamp/);
    },
  );
});
