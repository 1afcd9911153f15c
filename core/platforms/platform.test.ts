import { describe, expect, it } from 'vitest';
import { coreIcons, platformOf } from './platform';

describe('core icons', () => {
  it('draws every platform that the card shows without asking for a file', () => {
    for (const url of [
      'https://instagram.com/a',
      'https://x.com/a',
      'https://tiktok.com/@a',
      'https://youtube.com/@a',
    ])
      expect(coreIcons[platformOf(url)][0]).toMatch(/^M/);
    expect(coreIcons[platformOf('https://example.com/')]).toBe(coreIcons.link);
  });
});
