import { describe, expect, test } from 'vitest';
import { isolated } from './text';

describe('isolated', () => {
  test.each([
    ['an address in Arabic', 'instagram.com/ada', 'ar', '\u2068instagram.com/ada\u2069'],
    ['an Arabic name in German', 'ليلى', 'de', '\u2068ليلى\u2069'],
    ['a Hebrew name in English', 'נועה', 'en', '\u2068נועה\u2069'],
    ['an Arabic name in Arabic', 'ليلى', 'ar', 'ليلى'],
    ['a name in English', 'Ada Lind', 'en', 'Ada Lind'],
    ['a Japanese name in German', '森', 'de', '森'],
  ])('%s', (_case, value, language, written) => {
    expect(isolated(value, language)).toBe(written);
  });
});
