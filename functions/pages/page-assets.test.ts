import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { adasScenario } from '../testing/ada';
import { browserScripts } from './browser-scripts';
import { scriptText } from './page-assets';

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

describe('browser scripts', () => {
  it.each(Object.entries(browserScripts))('%s is one classic script, which loads no other', (_, text) => {
    expect(text).not.toMatch(/\b(?:import|export|require)\b/);
    expect(text).toMatch(/\(globalThis\)\}\)\(\);\s*$/);
  });

  it('a script runs in the page that loads it', () => {
    const button = { hidden: true, addEventListener: (_: string, press: () => void) => press() };
    const print = vi.fn<() => void>();
    runInNewContext(scriptText('print'), { document: { querySelector: () => button }, print });
    expect(button.hidden).toBe(false);
    expect(print).toHaveBeenCalledOnce();
  });

  it('a script that is not there is said at once', () => {
    expect(() => scriptText('none')).toThrow('No script none');
  });
});
