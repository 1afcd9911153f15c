import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { platformOf } from '../platforms/platform';
import { isHandle, normaliseHandle } from '../profile/draft';
import { completeUrl, draftLink, isSafeUrl, maxUrlLength, publishedLink } from './link';
import { readableAddress, suggestedName } from './readable-address';
import { knownUri, namePlatforms, readTypedLink } from './typed-link';

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

describe('typed link', () => {
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
      ["o'neil@mail.example", "mailto:o'neil@mail.example"],
      ['https://[2606:2800:220:1::1]/a', 'https://[2606:2800:220:1::1]/a'],
    ])('%s is %s', (typed, url) => {
      expect(readTypedLink(typed)).toEqual({ kind: 'url', url, plain: null });
    });

    test.each([
      '(https://ada.example/a)',
      '<https://ada.example/a>',
      '"https://ada.example/a"',
      '“https://ada.example/a”',
      '「https://ada.example/a」',
      '(https://ada.example/a',
      'https://ada.example/a).',
      'https://ada.example/a)',
      'https://ada.example/a,',
      '<<https://ada.example/a>>;',
      '[my shop](https://ada.example/a)',
      'https：//ada.example/a',
      'https：／／ada.example/a',
      '\u200bhttps://ada.example/a\ufeff',
      'https://ada\u00ad.example/a',
    ])('%j is the address without what stands around it', (typed) => {
      expect(readTypedLink(typed)).toEqual({ kind: 'url', url: 'https://ada.example/a', plain: null });
    });

    it('keeps signs that belong to the address', () => {
      for (const url of [
        'https://de.wikipedia.example/wiki/Ada_(Name)',
        'https://ada.example/?q=a,b',
        'https://ja.wikipedia.example/wiki/メイン：ページ',
      ])
        expect(readTypedLink(url)).toMatchObject({ url });
    });

    test.each([
      [
        'spotify:artist:4gzpq5DPGxSnKTe4SA8HAU',
        'https://open.spotify.com/artist/4gzpq5DPGxSnKTe4SA8HAU',
        'Spotify',
      ],
      ['spotify:user:ada:playlist:37i9dQ', 'https://open.spotify.com/playlist/37i9dQ', 'Spotify'],
      ['@nina.bsky.social', 'https://bsky.app/profile/nina.bsky.social', 'Bluesky'],
      ['nina.bsky.social', 'https://bsky.app/profile/nina.bsky.social', 'Bluesky'],
      ['at://nina.example.com', 'https://bsky.app/profile/nina.example.com', 'Bluesky'],
      [
        'at://nina.example.com/app.bsky.feed.post/3k2a',
        'https://bsky.app/profile/nina.example.com/post/3k2a',
        'Bluesky',
      ],
      ['acct:nina@mastodon.social', 'https://mastodon.social/@nina', 'Mastodon'],
      ['whatsapp://send?phone=491701234567&text=Hi', 'https://wa.me/491701234567', 'WhatsApp'],
      ['tg://resolve?domain=nina', 'https://t.me/nina', 'Telegram'],
      ['instagram://user?username=nina.loop', 'https://instagram.com/nina.loop', 'Instagram'],
      ['twitter://user?screen_name=nina', 'https://x.com/nina', 'X'],
      ['vnd.youtube:dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'YouTube'],
      ['spotify:user:nina', 'https://open.spotify.com/user/nina', 'Spotify'],
      ['matrix:r/band:matrix.example', 'https://matrix.to/#/#band:matrix.example', 'matrix.to'],
      ['snapchat://add/nina', 'https://www.snapchat.com/add/nina', 'Snapchat'],
      ['sgnl://signal.me/#p/+491701234567', 'https://signal.me/#p/+491701234567', 'Signal'],
      ['nostr:npub1abc', 'https://njump.me/npub1abc', 'njump.me'],
      ['matrix:u/nina:matrix.example', 'https://matrix.to/#/@nina:matrix.example', 'matrix.to'],
      ['@nina:matrix.example', 'https://matrix.to/#/@nina:matrix.example', 'matrix.to'],
    ])('%s is the page %s, named %s', (typed, url, label) => {
      expect(readTypedLink(typed)).toEqual({ kind: 'url', url, plain: null });
      expect(suggestedName(url)).toBe(label);
    });

    it('offers the address without the marks of who shared it, and loses nothing else', () => {
      for (const [typed, plain] of [
        ['https://open.spotify.com/artist/1?si=abc', 'https://open.spotify.com/artist/1'],
        ['youtu.be/abc?si=x&t=42', 'https://youtu.be/abc?t=42'],
        ['https://x.com/ada?s=21&t=abc', 'https://x.com/ada'],
        ['https://www.instagram.com/ada/?igsh=MzRl#top', 'https://www.instagram.com/ada/#top'],
        ['https://ada.example/a?b=%2C&utm_source=ig&c', 'https://ada.example/a?b=%2C&c'],
      ] as const)
        expect(readTypedLink(typed)).toMatchObject({ kind: 'url', plain });
      for (const typed of [
        'https://ada.example/?t=1&s=2',
        'https://ada.example/?',
        'mailto:a@b.example?utm_x=1',
      ])
        expect(readTypedLink(typed)).toMatchObject({ kind: 'url', plain: null });
    });

    it('takes an address with signs that few mail servers know, as it is written', () => {
      expect(readTypedLink('kim..lee@mail.example')).toMatchObject({ url: 'mailto:kim..lee@mail.example' });
    });

    it('lets a site on this machine be linked to where Busker runs on this machine', () => {
      const here = { onThisMachine: true };
      expect(readTypedLink('http://127.0.0.1:4200/a', here)).toMatchObject({
        url: 'http://127.0.0.1:4200/a',
      });
      expect(readTypedLink('http://192.168.0.1/', here)).toMatchObject({ fault: 'url-local' });
    });

    it('asks whether a name at a server of the fediverse is an email address', () => {
      expect(readTypedLink('nina@mastodon.social')).toEqual({
        kind: 'mail-or-profile',
        mail: 'mailto:nina@mastodon.social',
        profile: 'https://mastodon.social/@nina',
      });
    });

    it('asks for the platform of a bare name, and each one makes an address that may be published', () => {
      expect(readTypedLink(' @ada.l ')).toEqual({ kind: 'name', name: 'ada.l' });
      expect(readTypedLink('@ada-l')).toEqual({ kind: 'name', name: 'ada-l' });
      for (const name of ['ada', 'ada.l'])
        for (const { url } of namePlatforms) expect(readTypedLink(url(name)).kind).toBe('url');
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
      ['sms:+491701234567', 'url-scheme:sms'],
      ['skype:ada?chat', 'url-scheme:skype'],
      ['file:///home/ada/a.html', 'url-scheme:file'],
      ['ftp://ada.example', 'url-scheme:ftp'],
      ['192.168.0.1', 'url-local'],
      ['http://10.0.0.7:8080/a', 'url-local'],
      ['172.20.1.1/a', 'url-local'],
      ['http://127.1/', 'url-local'],
      ['http://0x7f000001/', 'url-local'],
      ['http://[::1]/', 'url-local'],
      ['http://[fd12:3456::1]/', 'url-local'],
      ['http://[::ffff:192.168.0.1]/', 'url-local'],
      ['nas.fritz.box', 'url-local'],
      ['http://printer.lan', 'url-local'],
      ['wiki.corp.internal', 'url-local'],
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
      '(',
      '>',
      ',',
      '：',
      'spotify:',
      '?utm_a=1',
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
    for (const url of [
      'tel:x',
      'mailto:',
      'https://@ada.example',
      'http://nas.local/',
      'http://app.localhost',
    ])
      expect(v.is(draftLink, { ...link, url })).toBe(false);
  });

  it.each([
    ['ada', 'https://bsky.app/profile/ada.bsky.social'],
    ['ada.example', 'https://bsky.app/profile/ada.example'],
  ])('the name %s on Bluesky is %s', (name, url) => {
    expect(namePlatforms.find(({ label }) => label === 'Bluesky')?.url(name)).toBe(url);
  });
});

describe('known uri', () => {
  it.each([
    ['spotify:user:ada:playlist:37i9dQZF1DX', 'https://open.spotify.com/playlist/37i9dQZF1DX'],
    ['spotify:artist:0OdUWJ0sBjDrqHygGUXeCF', 'https://open.spotify.com/artist/0OdUWJ0sBjDrqHygGUXeCF'],
    ['spotify:user:ada', 'https://open.spotify.com/user/ada'],
    ['at://ada.example.com', 'https://bsky.app/profile/ada.example.com'],
    ['at://did:plc:abc123/app.bsky.feed.post/3k2', 'https://bsky.app/profile/did:plc:abc123/post/3k2'],
    ['@ada.bsky.social', 'https://bsky.app/profile/ada.bsky.social'],
    ['acct:ada@mastodon.example', 'https://mastodon.example/@ada'],
    ['matrix:u/ada:matrix.example', 'https://matrix.to/#/@ada:matrix.example'],
    ['matrix:r/cello:matrix.example', 'https://matrix.to/#/#cello:matrix.example'],
    ['@ada:matrix.example', 'https://matrix.to/#/@ada:matrix.example'],
    ['whatsapp://send?text=Hi&phone=+4915112345678', 'https://wa.me/4915112345678'],
    ['tg://resolve?domain=ada', 'https://t.me/ada'],
    ['instagram://user?username=ada.lind', 'https://instagram.com/ada.lind'],
    ['twitter://user?screen_name=ada', 'https://x.com/ada'],
    ['snapchat://add/ada', 'https://www.snapchat.com/add/ada'],
    ['vnd.youtube:dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['sgnl://signal.me/#p/+4915112345678', 'https://signal.me/#p/+4915112345678'],
    ['nostr:npub1abc', 'https://njump.me/npub1abc'],
    ['https://adalind.example/', null],
  ])('the page of %s is %s', (typed, page) => {
    expect(knownUri(typed)).toBe(page);
  });
});

describe('a readable address', () => {
  it.each([
    ['https://www.xn--mller-kva.de/', 'müller.de'],
    ['https://müller.de/stra%C3%9Fe?a=1#b', 'müller.de/straße?a=1#b'],
    ['http://ada.example:8080/x', 'ada.example:8080/x'],
    ['https://łódź.example/', 'łódź.example'],
    ['https://аррӏе.com/ada', 'xn--80ak6aa92e.com/ada'],
    ['https://instagrám.com/ada', 'xn--instagrm-fza.com/ada'],
    ['https://ada.example/a%20b%E2%80%AEc', 'ada.example/a%20b%E2%80%AEc'],
    ['https://ada.example/%E0%A4', 'ada.example/%E0%A4'],
    ['mailto:ada@xn--mller-kva.de', 'mailto:ada@müller.de'],
    ['mailto:ada@аррӏе.com', 'mailto:ada@xn--80ak6aa92e.com'],
    ['tel:+491234', 'tel:+491234'],
    ['not an address', 'not an address'],
  ])('%s is shown as %s', (url, shown) => {
    expect(readableAddress(url)).toBe(shown);
  });

  it('shows an address that leads to the same place, and shows it the same way again', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const shown = readableAddress(url);
        const [one, other] = [new URL(url), new URL(`${new URL(url).protocol}//${shown}`)];
        expect(other.hostname).toBe(one.hostname.replace(/^www\./, ''));
        expect(other.search).toBe(one.search.replace(/\/$/, ''));
        expect(readableAddress(other.href)).toBe(shown);
      }),
    );
  });

  it.each([
    ['https://xn--mller-kva.de/', 'müller.de'],
    ['https://аррӏе.com/', 'xn--80ak6aa92e.com'],
    ['https://www.instagram.com/ada', 'Instagram'],
    ['https://www.ada.example/a', 'ada.example'],
    ['mailto:a@b.example', 'Email'],
    ['nonsense', 'Link'],
    ['https://open.spotify.com/artist/1', 'Spotify'],
  ])('%s is named %s', (url, name) => {
    expect(suggestedName(url)).toBe(name);
  });
});
