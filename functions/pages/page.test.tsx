/** @jsxImportSource hono/jsx */
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { adasScenario } from '../testing/ada';
import { browserScripts } from './browser-scripts';
import { pageText, textOf } from './page';
import { scriptText } from './page-assets';

const nasty = `"><script>alert('1')</script>&`;
const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;';

describe('the text of a page', () => {
  it('has what people typed as text, in elements and in attributes', () => {
    expect(textOf(<p title={nasty}>{nasty}</p>)).toBe(`<p title="${escaped}">${escaped}</p>`);
    const page = pageText({ language: 'en', title: nasty, body: <main data-texts={nasty}>{[nasty]}</main> });
    expect(page).toContain(`<title>${escaped}</title>`);
    expect(page).toContain(`<main data-texts="${escaped}">${escaped}</main>`);
    expect(page).not.toContain('<script');
  });

  it('has no attribute that is false or missing', () => {
    expect(textOf(<input checked={false} required aria-invalid={undefined} />)).toBe('<input required=""/>');
  });

  it('begins as a document, and its style sheet is first', () => {
    const page = pageText({ language: 'ar', direction: 'rtl', title: 'A', body: <main /> });
    expect(page).toMatch(/^<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8"\/>/);
    expect(page).toMatch(/<title>A<\/title><link rel="stylesheet"/);
  });

  it('cannot wait for anything', () => {
    const Late = async () => <p>{await Promise.resolve('late')}</p>;
    expect(() => textOf(<Late />)).toThrow('waits for something');
  });
});

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
