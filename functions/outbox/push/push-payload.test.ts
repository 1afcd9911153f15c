import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Telling, ToldLine } from '../../../core/outbox/telling/telling';
import { mostPayloadBytes, pushPayload, pushUserOf } from './push-payload';

const publicOrigin = 'https://busker.test';
const line: ToldLine = {
  text: 'Kim sent you $5.00',
  quote: 'Lovely!',
  note: null,
  url: `${publicOrigin}/tips/t1`,
  at: 0,
  urgent: false,
};
const telling: Telling = {
  language: 'en',
  direction: 'ltr',
  title: 'Kim sent you $5.00',
  lines: [line],
  summary: [],
  test: false,
};
const options = { uid: 'ada', id: 'm1', publicOrigin, most: mostPayloadBytes };

const payloadOf = (given: Partial<Telling>, most = mostPayloadBytes) =>
  pushPayload({ ...telling, ...given }, { ...options, most });
const read = (text: string) =>
  JSON.parse(text) as { readonly notification: Readonly<Record<string, string>> };
const notificationOf = (given: Partial<Telling>) => read(payloadOf(given)).notification;

it('is a declarative message for the owner alone', () => {
  expect(JSON.parse(payloadOf({}))).toEqual({
    web_push: 8030,
    notification: {
      title: 'Kim sent you $5.00',
      body: '“Lovely!”',
      navigate: `${publicOrigin}/tips/t1`,
      lang: 'en',
      dir: 'ltr',
      tag: 'tips',
      silent: false,
      data: { for: pushUserOf('ada') },
    },
    mutable: true,
    for: pushUserOf('ada'),
  });
});

it('lists several tips in the order of the message, and leads to the list of tips', () => {
  const lines = [{ ...line, text: 'Lee sent you $7.00', quote: null }, line];
  expect(notificationOf({ title: '2 tips', lines, summary: ['$12.00'] })).toMatchObject({
    title: '2 tips',
    body: '$12.00\nLee sent you $7.00\nKim sent you $5.00: “Lovely!”',
    navigate: `${publicOrigin}/tips`,
  });
});

it('shows the note of a single line', () => {
  expect(notificationOf({ lines: [{ ...line, quote: null, note: 'Answer by Friday.' }] })).toMatchObject({
    body: 'Answer by Friday.',
  });
});

it('names the only line when the title says something else', () => {
  expect(notificationOf({ title: '1 tip, $5.00', summary: ['1 tip was taken back'] })).toMatchObject({
    body: '1 tip was taken back\nKim sent you $5.00: “Lovely!”',
  });
});

it('keeps an urgent notification when a tip follows', () => {
  expect(notificationOf({ lines: [{ ...line, urgent: true }] })).toMatchObject({ tag: 'm1' });
});

it.each(['https://elsewhere.example/tips/t1', 'javascript:alert(1)', 'http://'])(
  'leads to the list of tips instead of %s',
  (url) => {
    expect(notificationOf({ lines: [{ ...line, url }] })).toMatchObject({ navigate: `${publicOrigin}/tips` });
  },
);

it('leads to the list of tips without a line', () => {
  expect(notificationOf({ lines: [] })).toMatchObject({ navigate: `${publicOrigin}/tips`, body: '' });
});

it('fits the limit with any texts, as whole characters, and stays JSON', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 3000 });
  fc.assert(
    fc.property(words, words, words, fc.constantFrom(1024, mostPayloadBytes), (title, quote, note, most) => {
      const text = payloadOf({ title, lines: [{ ...line, quote, note }], summary: [note] }, most);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(most);
      expect(read(text).notification['body']).not.toMatch(/\p{Surrogate}/u);
    }),
    { numRuns: 60 },
  );
});

it('cuts a long message with an ellipsis', () => {
  const text = payloadOf({ lines: [{ ...line, quote: '🎻'.repeat(4000) }] });
  expect(read(text).notification['body']).toMatch(/^“(?:🎻)+…$/u);
  expect(Buffer.byteLength(text)).toBe(mostPayloadBytes);
});

it('has one of a few lengths, so that its size says little', () => {
  for (const length of [0, 1, 40, 200])
    expect(Buffer.byteLength(payloadOf({ title: 'a'.repeat(length) })) % 512).toBe(0);
});
