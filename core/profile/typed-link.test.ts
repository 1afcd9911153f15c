import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { draftLink, publishedLink } from './link';
import { namePlatforms, readTypedLink } from './typed-link';

describe('what an owner types is understood', () => {
  test.each([
    ['instagram.com/ada', 'https://instagram.com/ada'],
    ['https://ada.example/a', 'https://ada.example/a'],
    ['münchen.example', 'https://münchen.example'],
    ['ada.example:8080/a', 'https://ada.example:8080/a'],
    ['tiktok.com/@ada', 'https://tiktok.com/@ada'],
    ['ada@mail.example', 'mailto:ada@mail.example'],
    ['mailto:ada@mail.example', 'mailto:ada@mail.example'],
    ['+49 170 123-4567', 'tel:+491701234567'],
    ['+49 (0)170 1234567', 'tel:+491701234567'],
    ['0049 170 1234567', 'tel:+491701234567'],
    ['tel:+49 170', 'tel:+49 170'],
    ['93.184.216.34', 'https://93.184.216.34'],
    ['@ada@mastodon.social', 'https://mastodon.social/@ada'],
  ])('%s is %s', (typed, url) => {
    expect(readTypedLink(typed)).toEqual({ kind: 'url', url });
  });

  it('asks for the platform of a bare name, and each one makes an address that may be published', () => {
    expect(readTypedLink(' @ada.l ')).toEqual({ kind: 'name', name: 'ada.l' });
    expect(readTypedLink('@ada-l')).toEqual({ kind: 'name', name: 'ada-l' });
    for (const { url } of namePlatforms) expect(readTypedLink(url('ada.l')).kind).toBe('url');
  });
});

describe('what cannot be a link is refused by name', () => {
  test.each([
    ['', 'url-missing'],
    ['my new shop', 'url-words'],
    ['https://ada.example/my shop', 'url-words'],
    ['ada', 'url-no-domain'],
    ['https://ada', 'url-no-domain'],
    ['https:// ada', 'url-words'],
    ['localhost', 'url-local'],
    ['localhost:3000', 'url-local'],
    ['http://localhost:3000/a', 'url-local'],
    ['ada:secret@ada.example', 'url-password'],
    ['https://ada:secret@ada.example', 'url-password'],
    ['https://@ada', 'url-no-domain'],
    ['@ada lovelace', 'url-words'],
    ['@', 'url-unsafe'],
    ['@名前', 'url-no-domain'],
    ['ada.local', 'url-local'],
    ['https://app.localhost/a', 'url-local'],
    ['0170 1234567', 'phone-country'],
    ['12', 'url-no-domain'],
    ['javascript:alert(1)', 'url-unsafe'],
  ])('%j: %s', (typed, fault) => {
    expect(readTypedLink(typed)).toEqual({ kind: 'refused', fault });
  });
});

it('accepts only addresses that publishing accepts unchanged, whatever is typed', () => {
  const part = fc.constantFrom(
    '@',
    ':',
    '/',
    '//',
    '.',
    ' ',
    '+',
    'https',
    'tel',
    'mailto',
    'ada',
    'localhost',
    '0',
    '49170',
    '\t',
    '?',
  );
  const typed = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.emailAddress(),
    fc.array(part).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(typed, (written) => {
      const read = readTypedLink(written);
      if (read.kind !== 'url') return;
      const link = { url: read.url, label: 'a', order: 1, on: true };
      expect(v.parse(draftLink, link).url).toBe(read.url);
    }),
    { numRuns: 1000 },
  );
});

it('a link that was published under the earlier rule can still be read, but not published again', () => {
  const link = { url: 'https://ada', label: 'a', order: 1, on: true };
  expect(v.is(publishedLink, link)).toBe(true);
  expect(v.is(draftLink, link)).toBe(false);
  for (const url of ['tel:x', 'mailto:', 'https://@ada.example', 'http://nas.local/', 'http://app.localhost'])
    expect(v.is(draftLink, { ...link, url })).toBe(false);
});
