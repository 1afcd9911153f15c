/** @jsxImportSource hono/jsx */
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { shippedLanguages } from '@busker/core/locale/language-tags';
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

// Holds dash-1350.
describe('the choice of a language', () => {
  const offered = (text: string) =>
    [...text.matchAll(/<a hreflang="([^"]+)"[^>]*href="([^"]+)"/g)].map(([, language, href]) => [
      language,
      href,
    ]);

  it.each([
    '/@ada/tip?amount=500&cur=usd&at=bar-2',
    '/@nobody',
    '/t/short?cs=x',
    '/report?u=ada',
    '/legal/imprint',
  ])('%s offers every other language at its own address, which no cookie decides', async (path) => {
    const scenario = await adasScenario();
    const page = await scenario.call('GET', path, undefined, { 'accept-language': 'de' });
    const links = offered(page.text);
    expect(links.map(([language]) => language)).toEqual(shippedLanguages.filter((each) => each !== 'de'));
    const [pathname = '', search = ''] = path.split('?');
    const [, polish = ''] = links.find(([language]) => language === 'pl') ?? [];
    expect(polish).toBe(`?${search && `${search.replaceAll('&', '&amp;')}&amp;`}lang=pl`);
    const chosen = await scenario.call('GET', pathname + polish.replaceAll('&amp;', '&'), undefined, {
      'accept-language': 'de',
    });
    expect([chosen.text.includes('<html lang="pl"'), chosen.headers.get('set-cookie')]).toEqual([true, null]);
  });

  it('the terms offer the languages that they are written in, and the answer to a form none', async () => {
    const terms = await adasScenario().then((scenario) => scenario.call('GET', '/legal/terms?lang=de'));
    expect(offered(terms.text)).toEqual([['en', '?lang=en']]);
    const scenario = await adasScenario();
    const own = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: scenario.deps.config.publicOrigin,
    };
    const refused = await scenario.call('POST', '/@ada/tip', 'choice=0', own);
    expect(offered(refused.text)).toEqual([]);
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
