import { expect, test } from 'vitest';
import { makeLink, makePublished } from '../../fakes';
import { htmlSnippet } from './snippet';

const options = { host: 'https://busker.example', now: Date.UTC(2026, 10, 20) };
const parse = (code: string) => new DOMParser().parseFromString(code, 'text/html');

test('holds the real links in their order, and the way to tip', () => {
  const links = [...parse(htmlSnippet(makePublished(), options)).querySelectorAll('busker-card a')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    'https://instagram.com/ada',
    'https://x.com/ada',
    'https://www.youtube.com/@ada',
    'https://busker.example/@ada',
  ]);
});

test('reserves room for the card', () => {
  const card = parse(htmlSnippet(makePublished(), options)).querySelector('busker-card');
  expect(card?.getAttribute('style')).toMatch(/^display:block;min-height:\d+px$/);
});

test('leaves out what is hidden or not yet due', () => {
  const code = htmlSnippet(
    makePublished({ links: { a: makeLink({ on: false }), b: makeLink({ from: options.now + 1 }) } }),
    options,
  );
  expect(code).not.toContain('instagram');
});

test('cannot be broken out of by a label, a name or an address', () => {
  const evil = '"><script>alert(1)</script>';
  const code = htmlSnippet(
    makePublished({
      name: evil,
      links: { a: makeLink({ label: evil, url: `https://example.com/?q=${evil}` }) },
    }),
    options,
  );
  const scripts = [...parse(code).querySelectorAll('script')];
  expect(scripts.map((script) => script.getAttribute('src'))).toEqual(['https://busker.example/embed/v1.js']);
});
