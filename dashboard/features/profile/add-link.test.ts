import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxLinks } from '@busker/core/links/link';
import { makeLink } from '../../testing/fakes';
import { fieldTime, linkPhase, timeOfField } from './page-row';
import { fitting, pastedLinks } from './add-link';

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
