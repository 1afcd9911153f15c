import { beforeAll, describe, expect, it } from 'vitest';
import { platformIcons } from './platform-icons.mjs';

let icons = [];
beforeAll(async () => {
  icons = await platformIcons();
});

describe('the icons that the build ships', () => {
  it('are there for every platform of the catalogue, mail and telephone, once each', () => {
    const ids = icons.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(100);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['spotify', 'linkedin', 'email', 'phone', 'shopping-bag']));
  });

  it('are small drawings on one grid, with nothing in them that runs, loads or speaks', () => {
    for (const { id, source } of icons) {
      expect(source, id).toMatch(/^<svg [^>]*viewBox="0 0 24 24"[^>]*>(<path [^>]*\/>)+<\/svg>$/);
      expect(source, id).not.toMatch(/href|script|style|url\(|\bon\w+=/);
      expect(source.length, id).toBeLessThan(12_000);
    }
  });
});
