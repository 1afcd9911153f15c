import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isColour, repairedAccent, weakGrounds } from './look-panel';

describe('accent contrast', () => {
  // Holds dash-063.
  test('names the pages on which a colour is hard to see', () => {
    expect(weakGrounds('#ffff00').map(({ ground }) => ground)).toEqual(['light']);
    expect(weakGrounds('#10104a').map(({ ground }) => ground)).toEqual(['dark']);
    expect(weakGrounds('#9a4a1c')).toEqual([]);
  });

  // Holds dash-063.
  test('changes a weak colour to one that works on both pages, and keeps good ones', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(byte, byte, byte, (r, g, b) => {
        const accent = `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
        const repaired = repairedAccent(accent);
        expect(isColour(repaired)).toBe(true);
        expect(weakGrounds(repaired)).toEqual([]);
        const wasFine = weakGrounds(accent).length === 0;
        expect(wasFine && repaired !== accent).toBe(false);
      }),
    );
  });
});
