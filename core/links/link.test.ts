import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isHandle, normaliseHandle } from '../profile/draft';
import { completeUrl, isSafeUrl, maxUrlLength } from './link';
import { platformOf } from '../platforms/platform';

describe('an allowed link address', () => {
  test.each([
    'https://example.com',
    'http://example.com/a?b#c',
    'HTTPS://EXAMPLE.COM',
    'https://example.com/@ada',
    'https://münchen.example',
    'mailto:ada@example.com',
    'tel:+15551234567',
  ])('%s', (url) => {
    expect(isSafeUrl(url)).toBe(true);
  });
});

describe('a refused link address', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://example.com/1',
    'file:///etc/passwd',
    'ftp://example.com',
    'https:example.com',
    'https:/example.com',
    'https:\\\\example.com',
    'ht\ntps://example.com',
    '//example.com',
    '/path',
    'example.com',
    'https://instagram.com@evil.example',
    'https://user:pass@evil.example',
    '',
    `https://example.com/${'a'.repeat(maxUrlLength)}`,
  ])('%j', (url) => {
    expect(isSafeUrl(url)).toBe(false);
  });

  // Holds dash-053.
  it('a dangerous scheme is refused with any characters that browsers ignore', () => {
    const ignored = fc.string({ unit: fc.constantFrom('\t', '\n', '\r') });
    const leading = fc.string({
      unit: fc.integer({ min: 0, max: 32 }).map((code) => String.fromCodePoint(code)),
    });
    const scheme = fc.constantFrom('javascript:', 'data:', 'vbscript:', 'JAVASCRIPT:');
    fc.assert(
      fc.property(leading, scheme, ignored, fc.nat(9), fc.string(), (before, word, noise, at, after) => {
        const url = before + word.slice(0, at) + noise + word.slice(at) + after;
        expect(isSafeUrl(url)).toBe(false);
      }),
    );
  });
});

it('adds https:// to an address without a scheme', () => {
  expect(
    [' instagram.com/ada ', 'https://a.example', 'mailto:a@b.c', '', 'localhost:80'].map(completeUrl),
  ).toEqual(['https://instagram.com/ada', 'https://a.example', 'mailto:a@b.c', '', 'localhost:80']);
});

describe('the platform of an address', () => {
  test.each([
    ['https://instagram.com/ada', 'instagram'],
    ['https://www.instagram.com/ada', 'instagram'],
    ['https://INSTAGRAM.com./ada', 'instagram'],
    ['https://m.youtube.com/@ada', 'youtube'],
    ['https://youtu.be/x', 'youtube'],
    ['https://twitter.com/ada', 'x'],
    ['https://mobile.x.com/ada', 'x'],
    ['https://vm.tiktok.com/ada', 'tiktok'],
    ['https://instagram.com.evil.example', 'link'],
    ['https://notx.com', 'link'],
    ['https://evil.example/instagram.com', 'link'],
    ['https://instagram.com@evil.example', 'link'],
    ['https://constructor', 'link'],
    ['mailto:ada@instagram.com', 'link'],
    ['instagram.com', 'link'],
    ['', 'link'],
  ])('%s is %s', (url, platform) => {
    expect(platformOf(url)).toBe(platform);
  });
});

describe('a handle', () => {
  test.each([
    ['@Ada', 'ada'],
    [' ADA_1 ', 'ada_1'],
    ['＠ａｄａ', 'ada'],
    ['ﬁna', 'fina'],
  ])('%j names %s', (typed, handle) => {
    expect(normaliseHandle(typed)).toBe(handle);
    expect(isHandle(handle)).toBe(true);
  });

  it('has three to thirty plain characters', () => {
    const refused = ['ab', 'a'.repeat(31), 'ada-b', 'ádá', 'аda', 'a b', 'ada.', '', '__ada__', '____'];
    expect(refused.filter(isHandle)).toEqual([]);
  });

  it('is unchanged by normalising twice', () => {
    const fullWidth = (text: string) =>
      text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
    fc.assert(
      fc.property(fc.stringMatching(/^@?[A-Za-z0-9_]{3,30}$/), fc.boolean(), (typed, wide) => {
        const once = normaliseHandle(wide ? fullWidth(typed) : typed);
        expect(isHandle(once)).toBe(!/^__.*__$/.test(once));
        expect(normaliseHandle(once)).toBe(once);
      }),
    );
  });
});
