import { describe, expect, it } from 'vitest';
import { adasScenario } from '../testing/ada';

describe('page icon', () => {
  const pages = [
    '/@ada',
    '/@ada/tip',
    '/@nobody',
    '/legal/imprint',
    '/report',
    '/report/000000000000',
    '/docs/errors',
  ];

  it.each(pages)('%s links to one icon, which caches keep for ever', async (path) => {
    const scenario = await adasScenario();
    const { text } = await scenario.call('GET', path);
    const [icon, ...more] = [...text.matchAll(/<link rel="icon" href="([^"]+)"/g)].map(
      ([, href]) => href ?? '',
    );
    const answer = await scenario.call('GET', icon ?? '');
    expect([answer.status, answer.headers.get('content-type'), more]).toEqual([200, 'image/svg+xml', []]);
    expect(answer.headers.get('cache-control')).toContain('immutable');
  });
});
