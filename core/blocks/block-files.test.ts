import fc from 'fast-check';
import { expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import { runs } from '../testing/runs';
import { calendarOf, telephone, vcardOf } from './block-files';
import type { PublicBlockOf } from './public-blocks';

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
