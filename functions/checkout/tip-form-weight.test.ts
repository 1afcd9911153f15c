import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { shippedLanguages } from '../../core/locale/language-tags';
import { adasScenario } from '../testing/ada';

/** Bytes as brotli sends them. The page, its style sheet and its script are all that the form loads. */
const budget = 14_000;

// Holds out-065.
it.each(shippedLanguages)(
  'the tip form in %s weighs at most 14 kB with its style sheet and script',
  async (language) => {
    const scenario = await adasScenario();
    const page = await scenario.call('GET', `/@ada/tip?lang=${language}&amount=700&cur=usd&at=hat`);
    const parts = [...page.text.matchAll(/<(?:link rel="stylesheet" href|script defer="" src)="([^"]+)"/g)];
    const loaded = await Promise.all(parts.map(([, path = '']) => scenario.call('GET', path)));
    expect(loaded.map(({ status }) => status)).toEqual([200, 200]);
    expect(page.text).not.toMatch(/<(?:img|iframe|video|object)|@import|url\(/);
    const weights = [page, ...loaded].map(({ text }) => brotliCompressSync(text).length);
    expect(weights.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(budget);
  },
);
