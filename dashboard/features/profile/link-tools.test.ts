import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxLinks } from '../../../core/links/link';
import { makeLink } from '../../testing/fakes';
import { fieldTime, linkPhase, timeOfField } from './link-list';
import { fitting, pastedLinks } from './add-link';
import { readProfileFile } from './link-tools';

// Holds dash-051.
test('finds every address of a pasted list, also one that is written twice', () => {
  expect(
    pastedLinks('instagram.com/ada\n https://x.com/ada, https://x.com/ada\nmy shop: ada.example'),
  ).toEqual({
    urls: ['https://instagram.com/ada', 'https://x.com/ada', 'https://x.com/ada', 'https://ada.example'],
    refused: [],
  });
  expect(pastedLinks('javascript:alert(1) ada.example').refused).toEqual(['javascript:alert(1)']);
});

// Holds dash-052.
test('adds only new links, up to the limit', () => {
  const links = Object.fromEntries(
    Array.from({ length: maxLinks - 1 }, (_, at) => [`k${at}`, makeLink({ url: `https://a.example/${at}` })]),
  );
  expect(
    fitting(
      [{ url: 'https://a.example/1' }, { url: 'https://b.example' }, { url: 'https://c.example' }],
      links,
    ),
  ).toEqual({
    added: [{ url: 'https://b.example' }],
    leftOut: 1,
    again: [{ url: 'https://a.example/1' }],
  });
});

test('finds links that lead to the same page, in the list and among the new ones', () => {
  const links = { k: makeLink({ url: 'https://www.m\u00fcller.de/' }) };
  const given = [
    'http://xn--mller-kva.de',
    'https://b.example/x',
    'https://b.example/x/',
    'https://b.example/X',
  ];
  expect(
    fitting(
      given.map((url) => ({ url })),
      links,
    ),
  ).toEqual({
    added: [{ url: 'https://b.example/x' }, { url: 'https://b.example/X' }],
    leftOut: 0,
    again: [{ url: 'http://xn--mller-kva.de' }, { url: 'https://b.example/x/' }],
  });
});

test('adds or asks about each address, and never adds one twice, whatever is pasted', () => {
  const url = fc.constantFrom(
    'https://a.example',
    'https://a.example/',
    'https://b.example',
    'https://c.example/d',
  );
  fc.assert(
    fc.property(fc.array(url), fc.array(url), (before, pasted) => {
      const links = Object.fromEntries(before.map((each, at) => [`k${at}`, makeLink({ url: each })]));
      const { added, again } = fitting(
        pasted.map((each) => ({ url: each })),
        links,
      );
      const places = (urls: readonly string[]) => [...new Set(urls.map((each) => each.replace(/\/$/, '')))];
      const addedPlaces = places(added.map((link) => link.url));
      expect(addedPlaces).toHaveLength(added.length);
      expect(addedPlaces.filter((each) => places(before).includes(each))).toEqual([]);
      expect(places([...added, ...again].map((link) => link.url)).toSorted()).toEqual(
        places(pasted).toSorted(),
      );
    }),
  );
});

test('formats a time for a field, and parses it to the same minute', () => {
  const at = new Date(2026, 10, 21, 9, 5).getTime();
  expect(fieldTime(at)).toBe('2026-11-21T09:05');
  expect(timeOfField(fieldTime(at))).toBe(at);
  expect(timeOfField('')).toBeNull();
  expect(timeOfField('2026-13')).toBeUndefined();
});

// Holds dash-057.
test('keeps an incomplete year in its field from the first digit on', () => {
  for (const written of ['0002-12-01T10:00', '0020-12-01T10:00', '0202-12-01T10:00', '2027-12-01T10:00'])
    expect(fieldTime(timeOfField(written))).toBe(written);
});

// Holds dash-057.
test('says whether a link is due, shown or over', () => {
  expect(linkPhase(makeLink(), 5)).toBe('always');
  expect(linkPhase(makeLink({ from: 6 }), 5)).toBe('due');
  expect(linkPhase(makeLink({ from: 5, until: 6 }), 5)).toBe('now');
  expect(linkPhase(makeLink({ until: 5 }), 5)).toBe('over');
});

// Holds dash-241.
test('texts of an imported link come whole, also when they are too long to publish', () => {
  const [label, group] = ['🎻'.repeat(90), 'g'.repeat(70)];
  const read = readProfileFile(JSON.stringify([{ url: 'https://ada.example', label, group }]));
  expect(read).toMatchObject({ ok: true, value: { links: [{ label, group }] } });
});

// Holds dash-062.
test('reads a list of links, names each that cannot be published, and refuses other files', () => {
  const none = { name: null, bio: null, look: null };
  expect(
    readProfileFile('[{"url":"ada.example"},{"url":"https://x.com/ada","label":"X","group":"Social"}]'),
  ).toEqual({
    ok: true,
    value: {
      links: [
        { url: 'https://ada.example', label: 'ada.example', on: true, group: null, sign: null },
        { url: 'https://x.com/ada', label: 'X', on: true, group: 'Social', sign: null },
      ],
      refused: [],
      ...none,
    },
  });
  expect(
    readProfileFile('[{"url":"javascript:alert(1)","label":"Bad"},{"label":1},{"url":"x.com/ada"}, 4]'),
  ).toMatchObject({
    ok: true,
    value: {
      links: [{ url: 'https://x.com/ada' }],
      refused: [
        { name: 'Bad', fault: 'url-unsafe' },
        { name: '2', fault: 'url-missing' },
        { name: '4', fault: 'link-unreadable' },
      ],
    },
  });
  for (const wrong of ['', 'null', '{"links":1}', '{"links":[]}', '"x"', '[]'])
    expect(readProfileFile(wrong)).toEqual({ ok: false, problem: 'unreadable' });
});

test('reads the exports of other link pages: headings, hidden links, addresses of apps', () => {
  const file = (links: unknown) => JSON.stringify({ account: { username: 'nina' }, links });
  const read = readProfileFile(
    file([
      { id: 3, title: 'Music', type: 'HEADER', url: null },
      { id: 1, title: 'Shop', url: 'https://shop.example.com', position: 0, active: true },
      { id: 2, title: 'Old tour', link: 'https://tour.example.com', active: false },
      { title: 'Artist', url: 'spotify:artist:1' },
      { title: 'Text me', url: 'sms:+491701234567' },
    ]),
  );
  expect(read).toMatchObject({
    ok: true,
    value: {
      links: [
        { url: 'https://shop.example.com', label: 'Shop', on: true, group: 'Music' },
        { url: 'https://tour.example.com', label: 'Old tour', on: false },
        { url: 'https://open.spotify.com/artist/1', label: 'Artist' },
      ],
      refused: [{ name: 'Text me', fault: 'url-scheme:sms' }],
    },
  });
});
