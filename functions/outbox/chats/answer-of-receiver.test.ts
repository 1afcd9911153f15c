import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noon } from '../../../core/testing/fakes';
import type { PostAnswer } from '../../safe-fetch/safe-fetch';
import { answerOfReceiver, attemptOf, problemOfNoAnswer, secretsOfUrl } from './answer-of-receiver';

type Answer = Extract<PostAnswer, { readonly ok: true }>;

const answer = (given: Partial<Answer>): Answer => ({
  ok: true,
  status: 200,
  headers: {},
  text: '',
  ms: 5,
  ...given,
});
const read = (given: Partial<Answer>) => answerOfReceiver(answer(given), { secrets: [], now: noon });

test.each([
  [200, { kind: 'sent' }],
  [204, { kind: 'sent' }],
  [302, { kind: 'again', problem: 'redirected', rests: false }],
  [400, { kind: 'again', problem: 'refused' }],
  [401, { kind: 'ended', state: 'off', end: 'not-allowed' }],
  [403, { kind: 'ended', state: 'off', end: 'not-allowed' }],
  [404, { kind: 'ended', state: 'off', end: 'gone' }],
  [410, { kind: 'ended', state: 'off', end: 'gone' }],
  [413, { kind: 'again', problem: 'refused' }],
  [500, { kind: 'again', problem: 'server-error', after: null }],
  [503, { kind: 'again', problem: 'server-error' }],
])('%i is understood', (status, sending) => {
  expect(read({ status })).toMatchObject({ ...sending, attempt: { status } });
});

test.each([
  ['the header', { 'retry-after': '30' }, '{}', 30_000],
  ['a date in the header', { 'retry-after': 'Thu, 01 Oct 2026 12:01:00 GMT' }, '', 60_000],
  ['Discord’s body', {}, '{"retry_after": 1.5}', 1500],
  ['Telegram’s body', {}, '{"ok":false,"parameters":{"retry_after":9}}', 9000],
  ['Matrix’ body', {}, '{"retry_after_ms": 2500}', 2500],
  ['the larger of both', { 'retry-after': '2' }, '{"retry_after": 64.2}', 64_200],
  ['at most a day', { 'retry-after': '9999999' }, '', 86_400_000],
  ['nothing', {}, 'slow down', null],
  ['nonsense', { 'retry-after': 'soon' }, '{"retry_after":"x"}', null],
  ['a time that is over', { 'retry-after': 'Thu, 01 Oct 2026 11:00:00 GMT' }, '', null],
])('a 429 rests as %s says', (_name, headers, text, after) => {
  expect(read({ status: 429, headers, text })).toMatchObject({
    kind: 'again',
    problem: 'too-many-requests',
    after,
    rests: true,
  });
});

test('no answer is tried again, with its reason', () => {
  const none = (problem: 'timed-out' | 'port-not-allowed') =>
    answerOfReceiver({ ok: false, problem, ms: 9 }, { secrets: [], now: noon });
  expect(none('timed-out')).toEqual({
    kind: 'again',
    problem: 'timed-out',
    after: null,
    rests: false,
    attempt: { status: null, ms: 9, text: '' },
  });
  expect(none('port-not-allowed')).toMatchObject({ problem: 'not-allowed' });
  expect(problemOfNoAnswer('address-not-public')).toBe('address-not-public');
  expect(problemOfNoAnswer('name-not-found')).toBe('name-not-found');
  expect(problemOfNoAnswer('unreachable')).toBe('unreachable');
});

test('the log keeps 200 characters of one line', () => {
  const { text } = attemptOf(answer({ text: `a\n\n b${'😀'.repeat(300)}` }), []);
  expect(text).toBe(`a b${'😀'.repeat(197)}`);
});

test('a secret that the end of the answer cut in two is cut', () => {
  const secret = 'abcdefghijklmnopqrstuvwxyz';
  expect(attemptOf(answer({ text: 'POST /abcdefghijklmn' }), [secret]).text).toBe('POST /');
});

test('no answer brings a secret of the address into the log', () => {
  const token = fc.stringMatching(/^[A-Za-z0-9_-]{12,60}$/);
  fc.assert(
    fc.property(token, fc.string(), fc.string(), fc.boolean(), (secret, before, after, upper) => {
      const url = `https://hooks.example/in/${secret}?key=${secret}x`;
      const echoed = upper ? secret.toUpperCase() : secret;
      const { text } = attemptOf(answer({ text: `${before}${echoed}${after} ${url}` }), secretsOfUrl(url));
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
    }),
  );
});

test('an address that cannot be read is secret as a whole', () => {
  expect(secretsOfUrl('not an address')).toEqual(['not an address']);
});
