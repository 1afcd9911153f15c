import { expect, test } from 'vitest';
import { maxLinks } from '../../../core/profile/link';
import { makeLink } from '../../testing/fakes';
import { fieldTime, linkPhase, timeOfField } from './link-times';
import { fitting, pastedLinks } from './pasted-links';
import { readProfileFile } from './profile-file';

// Holds dash-051.
test('finds every address of a pasted list once', () => {
  expect(
    pastedLinks('instagram.com/ada\n https://x.com/ada, https://x.com/ada\nmy shop: ada.example'),
  ).toEqual({
    urls: ['https://instagram.com/ada', 'https://x.com/ada', 'https://ada.example'],
    refused: [],
  });
  expect(pastedLinks('javascript:alert(1) ada.example').refused).toEqual(['javascript:alert(1)']);
});

// Holds dash-052.
test('adds only new links, up to the limit', () => {
  const links = Object.fromEntries(
    Array.from({ length: maxLinks - 1 }, (_, at) => [`k${at}`, makeLink({ url: `https://a.example/${at}` })]),
  );
  expect(fitting(['https://a.example/1', 'https://b.example', 'https://c.example'], links)).toEqual({
    added: ['https://b.example'],
    leftOut: 1,
    again: ['https://a.example/1'],
  });
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

// Holds dash-062.
test('reads a list of links, and refuses other files and unsafe addresses', () => {
  const read = readProfileFile(
    '[{"url":"ada.example"},{"url":"https://x.com/ada","label":"X","group":"Social"}]',
  );
  expect(read.ok).toBe(false);
  expect(readProfileFile('[{"url":"https://x.com/ada","group":"Social"}]')).toEqual({
    ok: true,
    value: {
      links: [{ url: 'https://x.com/ada', label: 'x.com/ada', on: true, group: 'Social', sign: null }],
      name: null,
      bio: null,
      look: null,
    },
  });
  for (const wrong of ['', 'null', '{"links":1}', '[{"url":"javascript:alert(1)"}]'])
    expect(readProfileFile(wrong)).toEqual({ ok: false, problem: 'unreadable' });
});
