import { expect, test } from 'vitest';
import { emptyBlock } from '../blocks/block';
import { readTypedLink } from '../links/typed-link';
import { readImport } from './read-import';

const link = { label: 'A', url: 'https://a.example', on: true, group: null, sign: null };
const tour = {
  ...emptyBlock('dates'),
  zone: 'UTC',
  rows: [{ day: 'fri', time: '', ends: '', title: 'Open', place: '', url: 'https://tickets.example' }],
};
const stage = { ...emptyBlock('picture'), alt: 'On stage' };
const song = { ...emptyBlock('media'), url: 'https://youtu.be/dQw4w9WgXcQ' };
const words = { ...emptyBlock('text'), text: 'Hello' };

/** What was found, in its order, and what was not taken. */
function told(given: unknown): readonly string[] | string {
  const read = readImport(JSON.stringify(given), { read: (address) => readTypedLink(address) });
  if (!read.ok || read.value.kind !== 'links') return read.ok ? read.value.kind : read.problem;
  const { links, blocks = [], refused } = read.value;
  return [
    ...links.map(({ at, url, icon }) => `${at} ${url}${icon === null ? '' : ` ${icon}`}`),
    ...blocks.map(({ at, block }) => `${at} ${block.kind}`),
    ...refused.map(({ at, name, why }) => `${at} ${name}: ${why}`),
  ].toSorted();
}

// Holds dash-1319.
test('a file of Busker has its links and blocks in their one order, and names each picture that is not in it', () => {
  const file = {
    v: 1,
    handle: 'nina',
    links: [
      { id: 'a', label: 'A', url: 'https://a.example', order: 2 },
      { id: 'b', label: 'B', url: 'https://b.example', order: 4, picture: '/p/x', icon: 'star' },
    ],
    blocks: [
      { id: 'c', ...tour, order: 3 },
      { id: 'd', ...stage, picture: 'left out', order: 1 },
      { id: 'e', ...song, order: 5 },
    ],
  };
  expect(told(file)).toEqual([
    '1 On stage: picture-left-out',
    '1 picture',
    '2 https://a.example',
    '3 dates',
    '4 B: picture-left-out',
    '4 https://b.example star',
    '5 media',
  ]);
});

// Holds dash-1319.
test('each block that cannot be published is named with its reason, and so is a link without an address', () => {
  const blocks = [
    { ...words, text: '' },
    { kind: 'poem' },
    { ...tour, rows: [] },
    { ...tour, more: 1 },
    { ...words, label: 'News', text: 'x'.repeat(1001) },
    {},
  ];
  expect(
    told({
      handle: 'nina',
      links: [{ label: 'Bare' }],
      blocks: blocks.map((each, at) => ({ ...each, order: at + 1 })),
    }),
  ).toEqual([
    '1 Bare: url-missing',
    '2 text: text-missing',
    '3 poem: other',
    '4 dates: entry-missing',
    '5 dates: other',
    '6 News: too-long:1000',
    '7 : other',
  ]);
});

// Holds dash-1319.
test('the texts of a public profile stand where they stood', () => {
  const links = [
    { id: 'a', label: 'A', url: 'https://a.example' },
    { id: 'b', label: 'B', url: 'https://b.example' },
  ];
  const blocks = [
    { id: 'c', kind: 'text', label: '', text: 'Last', before: null },
    { id: 'd', kind: 'text', label: '', text: 'Middle', before: 'b' },
  ];
  expect(told({ handle: 'nina', links, blocks })).toEqual([
    '1 https://a.example',
    '2 text',
    '3 https://b.example',
    '4 text',
  ]);
});

// Holds dash-1319.
test('the export of an account is the page in it, once, and the draft only where nothing is published', () => {
  const page = {
    links: {
      a: { ...link, order: 2, sign: { kind: 'icon', icon: 'star' } },
      b: { ...link, url: 'https://b.example', order: 3, sign: { kind: 'picture', slot: 'link-1' } },
      c: 'broken',
    },
    blocks: {
      d: { ...tour, order: 1 },
      e: { ...stage, picture: { slot: 'link-2', generation: '1' }, order: 4 },
    },
  };
  const rest = {
    account: { uid: 'u', email: 'nina@a.example' },
    domain: { links: [{ url: 'https://x.example' }] },
    tips: [],
  };
  const expected = [
    '1 dates',
    '2 https://a.example star',
    '3 A: picture-left-out',
    '3 https://b.example',
    '4 On stage: picture-left-out',
    '4 picture',
  ];
  expect(told({ ...rest, profile: page, draft: page })).toEqual(expected);
  expect(told({ ...rest, profile: null, draft: page })).toEqual(expected);
  expect(told({ ...rest, profile: null, draft: null })).toBe('no-links');
});

test('a file with blocks alone is no empty file', () => {
  expect(told({ handle: 'nina', links: [], blocks: [words] })).toEqual(['1 text']);
});
