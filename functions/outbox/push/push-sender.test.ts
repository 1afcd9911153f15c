import { expect, it } from 'vitest';
import type { Telling } from '../../../core/outbox/telling/telling';
import type { Message } from '../../../core/outbox/told-event';
import { createLog } from '../../http/log';
import type { PostAnswer } from '../../http/safe-fetch/safe-post';
import { InMemoryPost } from '../../testing/in-memory-post';
import { fakeAddressee } from './fake-addressee';
import { newPushKey } from './push-config';
import { makePushSender } from './push-sender';

const now = Date.UTC(2026, 10, 20, 12);
const key = newPushKey();
const olderKey = newPushKey();
const message: Message = { kind: 'test', id: 'm1' };
const telling: Telling = {
  language: 'en',
  direction: 'ltr',
  title: 'Test',
  lines: [],
  summary: ['It works. '.repeat(200)],
  test: false,
};

const addressee = (vapidKey = key.publicKey) => fakeAddressee(vapidKey);

function sending(answers: readonly Partial<Extract<PostAnswer, { ok: true }>>[], told = telling) {
  const posted = new InMemoryPost();
  const lines: string[] = [];
  const left = [...answers];
  posted.answer = () => ({ ok: true, status: 201, headers: {}, text: '', ms: 5, ...left.shift() });
  const sender = makePushSender({
    post: posted.post,
    clock: { now: () => now },
    log: createLog((line) => void lines.push(line)),
    publicOrigin: 'https://busker.test',
    keys: [key, olderKey],
    tell: () => told,
  });
  return { sender, posted, lines };
}

it('sends an encrypted message of at most 4,096 bytes', async () => {
  const { sender, posted } = sending([{ status: 201 }]);
  expect(await sender.send(addressee(), message)).toEqual({
    kind: 'sent',
    attempt: { status: 201, ms: 5, text: '' },
  });
  const [request] = posted.requests;
  expect(request?.url).toBe('https://push.example.net/1');
  expect(request?.headers).toMatchObject({
    ttl: '86400',
    urgency: 'normal',
    'content-encoding': 'aes128gcm',
  });
  expect(request?.headers['topic']).toMatch(/^[\w-]{32}$/);
  expect(request?.body.length).toBeLessThanOrEqual(4096);
  expect(String(request?.body)).not.toContain('It works');
});

it('has the same topic at each message of a channel, and another one for what is urgent', async () => {
  const { sender, posted } = sending([]);
  await sender.send(addressee(), message);
  await sender.send(addressee(), { kind: 'test', id: 'm2' });
  const [first, second] = posted.requests.map(({ headers }) => headers['topic']);
  expect(first).toBe(second);
  const line = { text: '', quote: null, note: null, url: '/tips', at: 0, urgent: true };
  const urgent = sending([], { ...telling, lines: [line] });
  await urgent.sender.send(addressee(), message);
  expect(urgent.posted.requests[0]?.headers).toMatchObject({ urgency: 'high' });
  expect(urgent.posted.requests[0]?.headers['topic']).not.toBe(first);
});

// Holds out-041.
it.each([404, 410])('ends the channel of a device that is gone: %i', async (status) => {
  const { sender } = sending([{ status }]);
  expect(await sender.send(addressee(), message)).toMatchObject({ kind: 'ended', state: 'off', end: 'gone' });
});

it('sends a shorter message once when the first is too large', async () => {
  const { sender, posted } = sending([{ status: 413 }, { status: 201 }]);
  expect(await sender.send(addressee(), message)).toMatchObject({ kind: 'sent' });
  const sizes = posted.requests.map(({ body }) => body.length);
  expect(sizes[1]).toBeLessThan(sizes[0] ?? 0);
  const refused = sending([{ status: 413 }, { status: 413 }]);
  expect(await refused.sender.send(addressee(), message)).toMatchObject({
    kind: 'again',
    problem: 'refused',
  });
  expect(refused.posted.requests).toHaveLength(2);
});

it.each([
  [429, { 'retry-after': '120' }, 'too-many-requests', 120_000],
  [503, { 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT' }, 'server-error', 30_000],
  [500, {}, 'server-error', null],
  [500, { 'retry-after': 'soon' }, 'server-error', null],
  [429, { 'retry-after': '999999999' }, 'too-many-requests', 86_400_000],
])('rests as long as the push service asks: %i %j', async (status, headers, problem, after) => {
  const { sender } = sending([{ status, headers }]);
  const result = await sender.send(addressee(), message);
  expect(result).toMatchObject({ kind: 'again', problem, after, rests: true });
});

it.each([401, 403])('logs an error when the signature is refused: %i', async (status) => {
  const { sender, lines } = sending([{ status, text: 'BadJwtToken' }]);
  expect(await sender.send(addressee(), message)).toMatchObject({
    kind: 'again',
    problem: 'not-allowed',
    rests: false,
    attempt: { text: 'BadJwtToken' },
  });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { severity: 'ERROR', message: 'push refused', channelId: 'c1', status },
  ]);
});

it.each([
  ['redirected', 302],
  ['refused', 400],
])('tries again when it was %s', async (problem, status) => {
  const { sender } = sending([{ status }]);
  expect(await sender.send(addressee(), message)).toMatchObject({ kind: 'again', problem, rests: false });
});

it.each([
  ['unreachable', 'unreachable'],
  ['timed-out', 'timed-out'],
  ['address-not-public', 'address-not-public'],
  ['scheme-not-allowed', 'refused'],
] as const)('says why it did not reach the push service: %s', async (problem, told) => {
  const { sender, posted } = sending([]);
  posted.answer = () => ({ ok: false, problem, ms: 3 });
  expect(await sender.send(addressee(), message)).toEqual({
    kind: 'again',
    problem: told,
    after: null,
    rests: false,
    attempt: { status: null, ms: 3, text: '' },
  });
});

it('signs with the key that the subscription was made with', async () => {
  const { sender, posted } = sending([]);
  await sender.send(addressee(olderKey.publicKey), message);
  expect(posted.requests[0]?.headers['authorization']).toContain(`k=${olderKey.publicKey}`);
});

it('ends a subscription whose key the host has removed', async () => {
  const { sender, posted } = sending([]);
  expect(await sender.send(addressee(newPushKey().publicKey), message)).toMatchObject({
    kind: 'ended',
    state: 'off',
    end: 'not-allowed',
  });
  expect(posted.requests).toEqual([]);
});
