import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { coreIcons, corePlatforms, platformOf } from './platform';
import { findPlatform, platformCatalogue } from './platform-catalogue';

const ids = platformCatalogue.map((platform) => platform.id);
const hosts = platformCatalogue.flatMap((platform) => platform.hosts);
const idOf = (url: string) => findPlatform(url)?.id ?? null;

describe('the catalogue', () => {
  // Holds web-061.
  it('has over a hundred platforms, each once, each with a label and plain host names', () => {
    expect(ids.length).toBeGreaterThan(100);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(hosts).size).toBe(hosts.length);
    expect(
      platformCatalogue.filter(
        ({ id, label }) => !/^[a-z0-9]+$/.test(id) || label.trim() !== label || !label,
      ),
    ).toEqual([]);
    expect(hosts.filter((host) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host))).toEqual([]);
  });

  it('agrees with the five built-in platforms', () => {
    const five = corePlatforms.filter((platform) => platform !== 'link');
    expect(five.filter((platform) => !ids.includes(platform))).toEqual([]);
    for (const { id, hosts: own } of platformCatalogue) {
      const known = own
        .map((host) => platformOf(`https://${host}/ada`))
        .filter((platform) => platform !== 'link');
      expect(known.filter((platform) => platform !== id && id !== 'youtubemusic')).toEqual([]);
    }
  });
});

describe('finds a platform by host', () => {
  test.each([
    ['https://github.com/ada', 'github'],
    ['https://ada.bandcamp.com', 'bandcamp'],
    ['https://ada.substack.com/p/1', 'substack'],
    ['https://music.youtube.com/channel/x', 'youtubemusic'],
    ['https://www.youtube.com/@ada', 'youtube'],
    ['https://OPEN.Spotify.com./artist/x', 'spotify'],
    ['https://wa.me/123', 'whatsapp'],
    ['mailto:ada@example.com', 'email'],
    ['tel:+15551234567', 'phone'],
    ['https://ada.example', null],
    ['https://github.com.evil.example', null],
    ['https://notgithub.com', null],
    ['https://ada.github.io', null],
    ['https://google.com/play', null],
    ['https://github.com@evil.example', null],
    ['https://gіthub.com', null],
    ['https://localhost', null],
    ['not an address', null],
  ])('%s is %s', (url, id) => {
    expect(idOf(url)).toBe(id);
  });

  it("matches only a platform's host and its subdomains", () => {
    const label = fc.stringMatching(/^[a-z0-9]{1,10}$/);
    fc.assert(
      fc.property(fc.constantFrom(...hosts), label, (host, extra) => {
        expect(idOf(`https://${extra}.${host}/`)).not.toBeNull();
        expect(idOf(`https://${host}.${extra}.example/`)).toBeNull();
        expect(idOf(`https://site.example/${host}?${host}#${host}`)).toBeNull();
      }),
    );
  });
});

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
