import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { faultsOf } from '../base/result';
import { defaultPageLook } from '../looks/page-look';
import { draftDocument, profileDocument } from '../profile-documents/profile-document';
import { parsePublishableDraft } from '../profile/draft';
import { cardProfile, parsePublicProfile, toPublicProfile } from '../profile/profile';
import { textParts } from '../text/addresses';
import { fakeBlocks, fakeDraft, fakeProfile, instagramLink, noon } from '../testing/fakes';
import { runs } from '../testing/runs';
import { blockKinds, draftBlock, emptyBlock, maxBlocks, type DraftBlock } from './block';
import { calendarOf, telephone, vcardOf } from './block-files';
import { blockTimes, publicBlocks, type PublicBlockOf } from './public-blocks';
import { readMedia } from './media-address';

const hour = 60 * 60_000;
const around = { links: [], pictureOf: () => null, now: noon } as const;
const draftWith = (block: unknown) => ({ ...fakeDraft(), blocks: { b: block } });
const faults = (block: unknown) => {
  const parsed = parsePublishableDraft(draftWith(block));
  return parsed.ok ? {} : parsed.problem.faults;
};
const words = { ...emptyBlock('text'), text: 'Hello' };
const gigRow = { day: '2026-10-09', time: '', ends: '', title: 'Lido', place: '', url: '' };
const gigs = (row: Partial<typeof gigRow>) => ({
  ...emptyBlock('dates'),
  zone: 'Europe/Berlin',
  rows: [{ ...gigRow, ...row }],
});

describe('a block of a draft', () => {
  it('is published in each kind', () => {
    expect(parsePublishableDraft(fakeDraft({ blocks: fakeBlocks })).ok).toBe(true);
    expect(Object.values(fakeBlocks).map(({ kind }) => kind)).toEqual(blockKinds);
  });

  // Holds dash-1200.
  it.each([
    ['text', { ...words, text: ' \u200b ' }, 'text', 'text-missing'],
    ['text', { ...words, text: 'x'.repeat(1001) }, 'text', 'too-long:1000'],
    ['title', { ...words, label: 'x'.repeat(61) }, 'label', 'too-long:60'],
    ['end', { ...words, from: 5, until: 5 }, 'until', 'ends-before-start'],
    ['picture', { ...emptyBlock('picture'), alt: 'Ada' }, 'picture', 'picture-missing'],
    ['alternative text', { ...fakeBlocks['photo'], alt: ' ' }, 'alt', 'alt-missing'],
    ['long alternative text', { ...fakeBlocks['photo'], alt: 'x'.repeat(301) }, 'alt', 'too-long:300'],
    ['zone', { ...gigs({}), zone: 'Mars/Base' }, 'zone', 'zone-unknown'],
    ['rows', { ...gigs({}), rows: [] }, 'rows', 'entry-missing'],
    ['too many rows', { ...gigs({}), rows: Array(51).fill(gigs({}).rows[0]) }, 'rows', 'too-many-entries:50'],
    ['day', gigs({ day: '2026-02-30' }), 'rows.0.day', 'day-missing'],
    ['time', gigs({ time: '24:00' }), 'rows.0.time', 'time-shape'],
    ['end of a row', gigs({ ends: 'late' }), 'rows.0.ends', 'time-shape'],
    ['name of a row', gigs({ title: '' }), 'rows.0.title', 'text-missing'],
    ['place of a row', gigs({ place: 'x'.repeat(201) }), 'rows.0.place', 'too-long:200'],
    ['address of a row', gigs({ url: 'javascript:alert(1)' }), 'rows.0.url', 'url-unsafe'],
    ['media', { ...emptyBlock('media'), url: 'https://a.example/' }, 'url', 'media-unknown'],
    ['script as media', { ...emptyBlock('media'), url: 'javascript:1' }, 'url', 'url-unsafe'],
    ['email', { ...emptyBlock('contact'), email: 'a@b@c' }, 'email', 'email-shape'],
    ['phone', { ...emptyBlock('contact'), phone: '030 1234567' }, 'phone', 'phone-country'],
    ['contact', { ...emptyBlock('contact'), place: 'Berlin' }, 'email', 'contact-missing'],
    [
      'way to give',
      { ...emptyBlock('giving'), rows: [{ place: '', label: '' }] },
      'rows.0.place',
      'url-missing',
    ],
    [
      'icon',
      { ...emptyBlock('icons'), rows: [{ url: 'https://a.example', label: '' }] },
      'rows.0.label',
      'label-missing',
    ],
  ])('is refused by its field: %s', (_what, block, field, code) => {
    expect(faults(block)).toMatchObject({ [`blocks.b.${field}`]: code });
  });

  it('has one kind of those that there are', () => {
    expect(parsePublishableDraft(draftWith({ ...words, kind: 'script' })).ok).toBe(false);
    expect(v.is(draftBlock, { ...words, more: 1 })).toBe(false);
  });

  // Holds dash-1200.
  it('is one of fifty at most', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`b${at}`, words]));
    expect(parsePublishableDraft(fakeDraft({ blocks: many(maxBlocks) })).ok).toBe(true);
    const refused = parsePublishableDraft(fakeDraft({ blocks: many(maxBlocks + 1) }));
    expect(!refused.ok && faultsOf(refused.problem)).toEqual({ blocks: 'too-many-entries:50' });
  });

  // Holds dash-1311.
  it('has its share of what one page can have: forty ways to give, and texts that fit into one document', () => {
    const refused = (blocks: Readonly<Record<string, DraftBlock>>) => {
      const parsed = parsePublishableDraft(fakeDraft({ blocks }));
      return parsed.ok ? {} : faultsOf(parsed.problem);
    };
    const giving = { ...emptyBlock('giving'), rows: Array(20).fill({ place: 'ko-fi.com/ada', label: '' }) };
    expect(refused({ a: giving, b: giving })).toEqual({});
    expect(refused({ a: giving, b: giving, c: giving })).toEqual({ blocks: 'too-many-entries:40' });
    const row = { ...gigRow, title: 'x'.repeat(80), place: 'x'.repeat(200) };
    const full = { ...gigs({}), rows: Array(50).fill(row) };
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`b${at}`, full]));
    expect(refused(many(8))).toEqual({});
    expect(refused(many(9))).toEqual({ blocks: 'too-long:150000' });
  });

  const refusals = (blocks: Readonly<Record<string, DraftBlock>>) => {
    const parsed = parsePublishableDraft(fakeDraft({ links: { k1: instagramLink }, blocks }));
    return parsed.ok ? {} : faultsOf(parsed.problem);
  };

  // Holds dash-1316.
  it('shows a part of the tips once: a second block of it at the same time is refused by its field', () => {
    const goal = { ...emptyBlock('tips'), show: 'goal' } as const;
    const twice = (more: Partial<DraftBlock>, first: Partial<typeof goal> = {}) =>
      refusals({ a: { ...goal, ...more, order: 2 } as DraftBlock, b: { ...goal, ...first, order: 1 } });
    expect(twice({})).toEqual({ 'blocks.a.show': 'shown-twice' });
    expect(twice({ from: 5 }, { until: 6 })).toEqual({ 'blocks.a.show': 'shown-twice' });
    expect(twice({ from: 5 }, { until: 5 })).toEqual({});
    expect(twice({ until: 5 }, { from: 5 })).toEqual({});
    expect(twice({ on: false })).toEqual({});
    expect(twice({ show: 'wall' } as Partial<DraftBlock>)).toEqual({});
    expect(refusals({ a: words, b: words })).toEqual({});
  });

  // Holds dash-1316.
  it('is refused with the id of a link', () => {
    expect(refusals({ k1: words })).toEqual({ 'blocks.k1': 'link-unreadable' });
    expect(refusals({ k2: words })).toEqual({});
  });

  it('takes its picture from the twenty that links and blocks have together', () => {
    const upload = (at: number) => ({
      ...fakeBlocks['photo'],
      picture: { slot: 'link-01', generation: `${at}` },
    });
    const blocks = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`b${at}`, upload(at)]));
    const refused = parsePublishableDraft({ ...fakeDraft(), blocks });
    expect(!refused.ok && refused.problem.faults).toEqual({ links: 'too-many-pictures:20' });
  });
});

describe('stored blocks', () => {
  // Holds dash-1201.
  it('are none in documents of earlier releases, and not written where there are none', () => {
    expect(Object.keys(draftDocument.encode(fakeDraft()))).not.toContain('blocks');
    expect(Object.keys(profileDocument.encode(fakeProfile()))).not.toContain('blocks');
    expect(draftDocument.decode(draftDocument.encode(fakeDraft()))).toMatchObject({ value: { blocks: {} } });
    expect(profileDocument.decode(profileDocument.encode(fakeProfile()))).toMatchObject({
      value: { blocks: {} },
    });
  });

  // Holds dash-1201.
  it('are read as far as they are known: what is half typed is empty, and a kind of a later release is left out', () => {
    const stored = {
      ...draftDocument.encode(fakeDraft()),
      blocks: {
        a: { kind: 'text', order: 'x', on: 1, from: 'soon' },
        b: { kind: 'dates', order: 1, rows: [{ day: 'mon' }, 'x', 7] },
        c: { kind: 'hologram', order: 2 },
        d: { text: 'no kind' },
        e: null,
        f: { kind: 'picture', picture: { slot: 'nowhere', generation: '1' } },
        g: { kind: 'tips', show: 'all' },
      },
    };
    const read = draftDocument.decode(stored);
    expect(read.ok && read.value.blocks).toEqual({
      a: emptyBlock('text'),
      b: {
        ...emptyBlock('dates'),
        order: 1,
        zone: '',
        rows: [{ day: 'mon', time: '', ends: '', title: '', place: '', url: '' }],
      },
      f: emptyBlock('picture'),
      g: emptyBlock('tips'),
    });
    expect(draftDocument.decode({ ...stored, blocks: 7 })).toMatchObject({ value: { blocks: {} } });
  });
});

describe('public blocks', () => {
  const shown = (blocks: Readonly<Record<string, DraftBlock>>, now = noon) =>
    publicBlocks(blocks, { ...around, now }).map(({ id }) => id);

  // Holds dash-1202.
  it('stand among the links by one order, and by id where that is the same', () => {
    const links = [
      ['k1', { order: 1 }],
      ['k2', { order: 2 }],
    ] as const;
    const at = (order: number) => ({ ...words, order });
    const found = publicBlocks({ z: at(1), a: at(1), last: at(3), first: at(0) }, { ...around, links });
    expect(found.map(({ id, before }) => [id, before])).toEqual([
      ['first', 'k1'],
      ['a', 'k1'],
      ['z', 'k2'],
      ['last', null],
    ]);
  });

  // Holds dash-1202.
  it('are shown while they are on and due', () => {
    const blocks = {
      off: { ...words, on: false },
      early: { ...words, from: noon + 1 },
      late: { ...words, until: noon },
      now: { ...words, from: noon, until: noon + 1 },
    };
    expect(shown(blocks)).toEqual(['now']);
    expect(blockTimes(blocks).filter((time) => time != null)).toEqual([noon + 1, noon, noon, noon + 1]);
  });

  // Holds dash-1204.
  it('lose a date that is past in the owner’s time zone, also when a night ends after midnight', () => {
    const midnight = Date.UTC(2026, 9, 9, 22);
    const day = { b: gigs({}) };
    expect([shown(day, midnight - 1), shown(day, midnight)]).toEqual([['b'], []]);
    const night = { b: gigs({ time: '22:00', ends: '01:00' }) };
    expect([shown(night, midnight + hour - 1), shown(night, midnight + hour)]).toEqual([['b'], []]);
    const matinee = { b: gigs({ time: '11:00', ends: '13:00' }) };
    expect(blockTimes(matinee)).toContain(Date.UTC(2026, 9, 9, 11));
    expect(shown({ b: gigs({ day: 'sun' }) }, midnight * 2)).toEqual(['b']);
  });

  // Holds dash-1310.
  it('make one format of a time zone for each look at a block of dates, however many rows it has', () => {
    const Format = Intl.DateTimeFormat;
    const made = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function make(...given) {
      return new Format(...given);
    });
    const block = { ...gigs({}), rows: Array.from({ length: 50 }, () => gigRow) };
    expect(shown({ b: block })).toEqual(['b']);
    expect(blockTimes({ b: block })).toHaveLength(52);
    expect(made).toHaveBeenCalledTimes(2);
    made.mockRestore();
  });

  it('have weekly rows first, and the others by time', () => {
    const row = (day: string, time = '') => ({ ...gigRow, day, time, title: `${day} ${time}` });
    const rows = [
      row('2026-12-02'),
      row('2026-12-01', '20:00'),
      row('sun'),
      row('2026-12-01', '09:00'),
      row('mon'),
    ];
    const [found] = publicBlocks({ b: { ...gigs({}), rows } }, around);
    expect(found?.kind === 'dates' && found.rows.map(({ title }) => title)).toEqual([
      'sun ',
      'mon ',
      '2026-12-01 09:00',
      '2026-12-01 20:00',
      '2026-12-02 ',
    ]);
  });

  it('have the published picture, and none that was not published', () => {
    const picture = { src: `/img/${'a'.repeat(64)}`, width: 4, height: 3 };
    const upload = { slot: 'link-02', generation: '1' } as const;
    const url = 'https://youtu.be/dQw4w9WgXcQ';
    const blocks = {
      photo: { ...emptyBlock('picture'), picture: upload, alt: 'Ada' },
      film: { ...emptyBlock('media'), url, picture: upload },
    };
    expect(publicBlocks(blocks, { ...around, pictureOf: () => picture })).toMatchObject([
      { picture },
      { picture },
    ]);
    expect(publicBlocks(blocks, around)).toMatchObject([{ id: 'film', picture: null }]);
  });

  // Holds dash-1372.
  it('are public in each kind, and a card gets the texts alone', () => {
    const picture = {
      sha256: 'a'.repeat(64),
      type: 'image/webp',
      slot: 'link-07',
      generation: '3',
      size: { width: 4, height: 3 },
    } as const;
    const stored = fakeProfile({ links: { k1: instagramLink }, blocks: fakeBlocks, linkPictures: [picture] });
    const { profile, nextChangeAt } = toPublicProfile(stored, null, 'https://busker.example', noon);
    expect(parsePublicProfile(profile)).toEqual({ ok: true, value: profile });
    expect(profile.blocks?.map(({ kind }) => kind)).toEqual(blockKinds);
    expect(cardProfile(profile).blocks?.map(({ id }) => id)).toEqual(['words']);
    expect('blocks' in cardProfile({ ...profile, blocks: [] })).toBe(false);
    const path = `/img/${picture.sha256}`;
    const page = { ...profile, pageLook: defaultPageLook, cover: path, backdrop: path };
    expect(cardProfile(page)).toEqual(cardProfile(profile));
    expect(
      cardProfile(toPublicProfile(fakeProfile(), null, 'https://busker.example', noon).profile),
    ).not.toHaveProperty('blocks');
    expect(nextChangeAt).toBe(Date.UTC(2026, 9, 9, 23));
    const bare = toPublicProfile(
      { ...stored, linkPictures: [] },
      null,
      'https://busker.example',
      noon,
    ).profile;
    expect(bare.blocks?.map(({ kind }) => kind)).not.toContain('picture');
    expect(publicBlocks({ a: emptyBlock('picture') }, around)).toEqual([]);
    const unsized = { ...stored, linkPictures: [{ ...picture, size: null }] };
    expect(toPublicProfile(unsized, null, 'https://busker.example', noon).profile.blocks?.[1]).toMatchObject({
      picture: { width: null, height: null },
    });
  });
});

it('finds web addresses in a text without the marks around them', () => {
  expect(textParts('See (https://a.example/x). Or http://b.example, javascript:alert(1)')).toEqual([
    { words: 'See (', url: null },
    { words: 'https://a.example/x', url: 'https://a.example/x' },
    { words: '). Or ', url: null },
    { words: 'http://b.example', url: 'http://b.example' },
    { words: ', javascript:alert(1)', url: null },
  ]);
});

// Holds dash-1318.
it.each([
  ['https://a.example/Ada_(band)', ''],
  ['https://a.example/Ada_(band)', ').'],
  ['https://a.example/a(b)c_(d)', ', and'],
  ['https://a.example/x', '). (More)'],
  ['https://a.example/(x', ''],
  ['https://a.example/', '('],
])('keeps the brackets of an address and leaves those around it: %s%s', (url, after) => {
  const parts = textParts(`(${url}${after}`);
  expect(parts.slice(0, 2)).toEqual([
    { words: '(', url: null },
    { words: url, url },
  ]);
  expect(parts.map(({ words: each }) => each).join('')).toBe(`(${url}${after}`);
});

const row = { day: '2026-10-09', time: '', ends: '', title: 'Lido', place: '', url: '' };
const calendar = (rows: readonly Partial<typeof row>[], label = '') => {
  const block: PublicBlockOf<'dates'> = {
    kind: 'dates',
    id: 'gigs',
    before: null,
    label,
    zone: 'Europe/Berlin',
    rows: rows.map((each) => ({ ...row, ...each })),
  };
  return calendarOf(block, { name: 'Ada', host: 'busker.example', publishedAt: noon });
};
const card = (given: Partial<PublicBlockOf<'contact'>>, name = 'Ada', url = 'https://busker.example/@ada') =>
  vcardOf(
    { kind: 'contact', id: 'c', before: null, label: '', email: '', phone: '', place: '', ...given },
    { name, url },
  );
const unfolded = (file: string) => file.replaceAll('\r\n ', '');

// Holds dash-1205.
it('writes dates in UTC by the owner’s time zone, whole days as days, and nothing of what is weekly', () => {
  const file = calendar(
    [
      { day: 'mon', title: 'Studio' },
      { time: '20:30', ends: '01:00', place: 'Cuvrystraße 7; Berlin, DE', url: 'https://lido.example/ä' },
      { day: '2026-12-31', title: 'All\\day' },
      { day: '2026-12-24', time: '11:00', ends: '13:00' },
      { day: '2026-12-26', time: '11:00' },
    ],
    'Gigs',
  );
  const lines = unfolded(file).split('\r\n');
  expect(lines.slice(0, 12)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Busker//Dates//EN',
    'X-WR-CALNAME:Ada: Gigs',
    'BEGIN:VEVENT',
    expect.stringMatching(/^UID:gigs-20261009-2030-\w+@busker\.example$/),
    'DTSTAMP:20261001T120000Z',
    'DTSTART:20261009T183000Z',
    'DTEND:20261009T230000Z',
    'SUMMARY:Lido',
    String.raw`LOCATION:Cuvrystraße 7\; Berlin\, DE`,
    'URL:https://lido.example/%C3%A4',
  ]);
  expect(lines).toContain('DTSTART;VALUE=DATE:20261231');
  expect(lines).toContain('DTEND;VALUE=DATE:20270101');
  expect(lines).toContain(String.raw`SUMMARY:All\\day`);
  expect(lines).toContain('DTEND:20261224T120000Z');
  expect(file).not.toContain('Studio');
  expect(lines.filter((line) => line.startsWith('DTEND'))).toHaveLength(3);
  expect(calendar([{ url: 'no address' }])).not.toContain('URL:');
});

// Holds dash-1205.
it('writes a contact', () => {
  const file = card({ email: 'ada@example.com', phone: '+49 (30) 123-456', place: 'Berlin; Mitte' });
  expect(file.split('\r\n')).toEqual([
    'BEGIN:VCARD',
    'VERSION:4.0',
    'KIND:individual',
    'FN:Ada',
    'EMAIL:ada@example.com',
    'TEL;VALUE=uri:tel:+4930123456',
    String.raw`ADR:;;Berlin\; Mitte;;;;`,
    'URL:https://busker.example/@ada',
    'END:VCARD',
    '',
  ]);
  expect(card({}, 'Ada', '')).toBe(
    'BEGIN:VCARD\r\nVERSION:4.0\r\nKIND:individual\r\nFN:Ada\r\nEND:VCARD\r\n',
  );
});

// Holds dash-1205.
it('never lets a text begin a line of its own, and has no line over 75 octets, whatever is typed', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom(
      '\r\nBEGIN:VALARM',
      '\n ATTACH:x',
      '\rX',
      '\u0085X',
      '\u2028X',
      '\\',
      ';,:"',
      '👩‍👩‍👧‍👦'.repeat(30),
    ),
  );
  fc.assert(
    fc.property(hostile, hostile, (title, place) => {
      const files = [
        calendar([{ title, place, url: `https://a.example/${title}` }], place),
        card({ place, email: title }, title),
      ];
      for (const file of files) {
        expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        for (const line of file.split('\r\n'))
          expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
        const names = unfolded(file)
          .trimEnd()
          .split('\r\n')
          .map((line) => /^[A-Z-]+(?:;VALUE=\w+)?:/.exec(line)?.[0]);
        expect(names).not.toContain(undefined);
        expect(names.filter((name) => name === 'BEGIN:')).toHaveLength(
          file.startsWith('BEGIN:VCARD') ? 1 : 2,
        );
      }
    }),
    { numRuns: runs(500) },
  );
});

// Holds dash-1313.
it.each([
  ['+49 30 123456', 'tel:+4930123456'],
  ['+49 (0)30 123456', 'tel:+4930123456'],
  ['+44 ( 0 ) 20 7946 0000', 'tel:+442079460000'],
  ['+39 (0)6 69812345', 'tel:+390669812345'],
  ['+1 (202) 555-0100', 'tel:+12025550100'],
])('dials %s from everywhere', (typed, dialled) => {
  expect(telephone(typed)).toBe(dialled);
});

const peertubeId = 'kkGMgK9ZtnKfYAgnEtQxbv';

// Holds dash-1203, dash-1321.
it.each([
  [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=4',
    'youtube',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=4',
  ],
  [
    'https://youtu.be/dQw4w9WgXcQ?t=1h2m3s',
    'youtube',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=3723',
  ],
  [
    'https://youtu.be/dQw4w9WgXcQ?t=soon',
    'youtube',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
  ],
  [
    'https://youtu.be/dQw4w9WgXcQ?si=abc',
    'youtube',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
  ],
  [
    'http://m.youtube.com/shorts/dQw4w9WgXcQ',
    'youtube',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
  ],
  [
    'https://www.youtube.com/playlist?list=PL0123456789ab',
    'youtube',
    'https://www.youtube-nocookie.com/embed/videoseries?list=PL0123456789ab',
  ],
  ['https://vimeo.com/76979871', 'vimeo', 'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1'],
  [
    'https://vimeo.com/76979871/8272103f6e/',
    'vimeo',
    'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1&h=8272103f6e',
  ],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
    'vimeo',
    'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1&h=8272103f6e',
  ],
  [
    'https://open.spotify.com/intl-de/track/4cOdK2wGLETKBW3PvgPWqT?si=x',
    'spotify',
    'https://open.spotify.com/embed/track/4cOdK2wGLETKBW3PvgPWqT',
  ],
  [
    'https://open.spotify.com/album/4cOdK2wGLETKBW3PvgPWqT',
    'spotify',
    'https://open.spotify.com/embed/album/4cOdK2wGLETKBW3PvgPWqT',
  ],
  [
    'https://soundcloud.com/ada/engine',
    'soundcloud',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fada%2Fengine&auto_play=true&hide_related=true&show_comments=false',
  ],
  [
    'https://soundcloud.com/ada/sets/notes',
    'soundcloud',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fada%2Fsets%2Fnotes&auto_play=true&hide_related=true&show_comments=false',
  ],
  [
    'https://bandcamp.com/EmbeddedPlayer/album=123/size=large/bgcol=ffffff/',
    'bandcamp',
    'https://bandcamp.com/EmbeddedPlayer/album=123/size=large/artwork=small/',
  ],
  [
    'https://bandcamp.com/EmbeddedPlayer/album=123/track=45/',
    'bandcamp',
    'https://bandcamp.com/EmbeddedPlayer/album=123/track=45/size=large/tracklist=false/artwork=small/',
  ],
  [
    'https://mastodon.example/@ada@other.example/112233445566',
    'mastodon',
    'https://mastodon.example/@ada@other.example/112233445566/embed',
  ],
  [
    `https://tube.example/w/${peertubeId}`,
    'peertube',
    `https://tube.example/videos/embed/${peertubeId}?autoplay=1&p2p=0&warningTitle=0`,
  ],
])('makes the address of the player with the least tracking from %s', (address, service, frame) => {
  expect(readMedia(` ${address} `)).toMatchObject({ service, frame });
});

// Holds dash-1203, dash-1321.
it.each([
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'https://yоutube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=dQw4w9WgXc',
  'https://www.youtube.com/playlist?list=short',
  'https://www.youtube.com/@ada',
  'https://www.youtube.com/playlist',
  'https://www.youtube.com/watch',
  'https://youtu.be/',
  'https://vimeo.com/channels/staffpicks',
  'https://player.vimeo.com/76979871',
  'https://open.spotify.com/user/ada',
  'https://soundcloud.com/ada',
  'https://ada.bandcamp.com/album/notes',
  'https://bandcamp.com/EmbeddedPlayer/size=large/',
  'https://bandcamp.com/album=12/',
  'https://mastodon.example/@ada',
  'https://tube.example/w/short',
  'https://127.0.0.1/@ada/112233445566',
  'https://192.0.2.1/@ada/112233445566',
  'https://localhost/@ada/112233445566',
  'https://tube.local/w/kkGMgK9ZtnKfYAgnEtQxbv',
  'https://*.example/@ada/112233445566',
  'https://a"b.example/@ada/112233445566',
  "https://a'b.example/w/kkGMgK9ZtnKfYAgnEtQxbv",
  'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
  'data:text/html,youtu.be/dQw4w9WgXcQ',
  '//youtu.be/dQw4w9WgXcQ',
  'constructor',
  '',
])('knows no player for %s', (address) => {
  expect(readMedia(address)).toBeNull();
});

// Holds dash-1203.
it('asks only the host that was named, over https, whatever else the address holds', () => {
  const own: Readonly<Record<string, string>> = {
    youtube: 'www.youtube-nocookie.com',
    vimeo: 'player.vimeo.com',
    spotify: 'open.spotify.com',
    soundcloud: 'w.soundcloud.com',
    bandcamp: 'bandcamp.com',
  };
  const begin = fc.constantFrom(
    'https://youtu.be/',
    'https://www.youtube.com/watch?v=',
    'https://vimeo.com/',
    'https://open.spotify.com/track/',
    'https://soundcloud.com/',
    'https://bandcamp.com/EmbeddedPlayer/',
    'https://a.example/@ada/',
    'https://a.example/w/',
  );
  const middle = fc.constantFrom(
    '',
    'dQw4w9WgXcQ',
    '76979871',
    '4cOdK2wGLETKBW3PvgPWqT',
    'a/b',
    'album=1/',
    '112233445566',
    peertubeId,
  );
  const end = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '"><script>',
      "'",
      '&x=//evil.example',
      '/../..//evil.example',
      '%0d%0a',
      '?h=1"2',
      '@evil.example',
    ),
  );
  fc.assert(
    fc.property(begin, middle, end, (one, two, three) => {
      const media = readMedia(one + two + three);
      if (media === null) return;
      const frame = new URL(media.frame);
      expect(frame.protocol).toBe('https:');
      expect(frame.hostname).toBe(own[media.service] ?? 'a.example');
      expect(media.frame).toMatch(/^[\w:/.?=&%@-]+$/);
    }),
    { numRuns: runs(2000) },
  );
});
