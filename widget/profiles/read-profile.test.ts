import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyCodes } from '../../core/money/money';
import { tipButtonPlaces, fonts, layouts, themes } from '../../core/profile/draft';
import { parsePublicProfile, type PublicProfile } from '../../core/profile/public-profile';
import { readProfile } from './read-profile';
import { sampleProfile } from '../testing/sample-profile';
import { runs } from '../../core/testing/runs';

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'.split('')), minLength: length, maxLength: length });
const minorUnits = fc.nat({ max: 99_999_999 });
const address = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.emailAddress().map((email) => `mailto:${encodeURIComponent(email)}`),
  fc.constant('tel:+4512345678'),
);
const link = fc.record(
  {
    id: fc.string({ minLength: 1 }),
    label: fc.string({ minLength: 1 }),
    url: address,
    group: fc.option(fc.string({ minLength: 1 })),
    verified: fc.boolean(),
    icon: fc.option(fc.constantFrom('github', '500px', 'mail-box')),
    picture: fc.option(hex(64).map((hash) => `/img/${hash}`)),
    platform: fc.option(
      fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'.split('')), minLength: 1 }),
    ),
  },
  { requiredKeys: ['id', 'label', 'url', 'group', 'verified', 'icon', 'picture'] },
);

/** Every profile that the server may send. */
const sent: fc.Arbitrary<PublicProfile> = fc.record({
  v: fc.constant(1 as const),
  handle: fc.string(),
  name: fc.string(),
  bio: fc.string(),
  picture: fc.option(hex(64).map((hash) => `/img/${hash}`)),
  links: fc.array(link),
  look: fc.record({
    layout: fc.constantFrom(...layouts),
    theme: fc.constantFrom(...themes),
    accent: hex(6).map((digits) => `#${digits}`),
    radius: fc.integer({ min: 0, max: 32 }),
    font: fc.constantFrom(...fonts),
  }),
  language: fc.string(),
  tips: fc.record({
    state: fc.constantFrom('on', 'off', 'not-ready'),
    currency: fc.option(fc.constantFrom(...currencyCodes)),
    presets: fc.array(minorUnits),
    min: minorUnits,
    max: minorUnits,
    button: fc.constantFrom(...tipButtonPlaces),
    goal: fc.boolean(),
    wall: fc.nat({ max: 50 }),
  }),
  url: fc.webUrl(),
  tipUrl: fc.webUrl(),
  publishedAt: minorUnits,
});

describe('the card’s profile parser', () => {
  it('reads every profile of the server as core’s parser does', () => {
    fc.assert(
      fc.property(sent, (profile) => {
        const json: unknown = JSON.parse(JSON.stringify(profile));
        const parsed = parsePublicProfile(json);
        expect(parsed).toMatchObject({ ok: true });
        expect(readProfile(json)).toEqual(parsed.ok && parsed.value);
      }),
      { numRuns: runs(300) },
    );
  });

  it('returns a whole profile or null for any input', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.record({ name: fc.string(), links: fc.array(fc.jsonValue()) })),
        (json) => {
          const read = readProfile(json);
          expect(read === null || Object.keys(read).toSorted()).toEqual(
            read === null || Object.keys(sampleProfile()).toSorted(),
          );
        },
      ),
    );
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'https://a@evil.example',
    42,
    null,
  ])('drops a link to %o', (url) => {
    expect(readProfile({ name: 'Ada', links: [{ url, label: 'x' }] })?.links).toEqual([]);
  });

  it.each(['../../evil', 'Spotify', 'a b', '', 42, {}])(
    'treats %o as no platform, because the name becomes part of an address',
    (platform) => {
      const read = readProfile({ name: 'Ada', links: [{ url: 'https://ada.example', platform }] });
      expect(read?.links).toMatchObject([{ platform: null }]);
    },
  );

  it.each(['https://elsewhere.example/a.png', '//elsewhere.example/a.png', '/\\elsewhere.example', 'a.png'])(
    'drops a picture of another origin: %s',
    (picture) => {
      expect(readProfile({ ...sampleProfile(), picture })?.picture).toBeNull();
    },
  );

  it('reads a hand-written file, and ignores unknown keys', () => {
    const file = { name: 'Ada', links: [{ url: 'https://ada.example' }], colour: 'red' };
    expect(readProfile(file)).toMatchObject({
      name: 'Ada',
      links: [{ id: '0', label: 'https://ada.example', url: 'https://ada.example' }],
      look: { layout: 'card', theme: 'auto' },
      tips: { state: 'off' },
    });
  });
});
