import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsePushSubscription } from './push-subscription';

// RFC 8291, section 5.
const endpoint = 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV';
const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const auth = 'BTBZMqHH6r4Tts7J_aSIgg';
const keys = { p256dh, auth };

it('reads the subscription of a browser', () => {
  expect(parsePushSubscription({ endpoint, keys })).toEqual({ ok: true, value: { endpoint, p256dh, auth } });
});

it('removes the padding of the keys', () => {
  const padded = { p256dh: `${p256dh}=`, auth: `${auth}==` };
  expect(parsePushSubscription({ endpoint, keys: padded })).toMatchObject({ value: { p256dh, auth } });
});

const offCurve = Buffer.from(p256dh, 'base64url');
offCurve[64] = (offCurve[64] ?? 0) ^ 1;

it.each([
  ['endpoint', { endpoint: 'http://push.example.net/1', keys }],
  ['endpoint', { endpoint: 'push', keys }],
  ['endpoint', { endpoint: 'https://user:word@push.example.net/1', keys }],
  ['keys.p256dh', { endpoint, keys: { auth, p256dh: auth } }],
  ['keys.p256dh', { endpoint, keys: { auth, p256dh: offCurve.toString('base64url') } }],
  ['keys.p256dh', { endpoint, keys: { auth, p256dh: Buffer.alloc(65).toString('base64url') } }],
  ['keys.p256dh', { endpoint, keys: { auth, p256dh: `${p256dh.slice(0, -2)}+/` } }],
  ['keys.auth', { endpoint, keys: { p256dh, auth: '' } }],
  ['keys.auth', { endpoint, keys: { p256dh, auth: `${auth}AA` } }],
  ['keys.auth', { endpoint, keys: { p256dh, auth: 'not base64url!' } }],
])('names %s when it is wrong', (field, given) => {
  expect(parsePushSubscription(given)).toMatchObject({
    ok: false,
    problem: { code: 'push-refused', fields: { [`subscription.${field}`]: expect.any(String) } },
  });
});

it('accepts a push service of this machine only where the host allows it', () => {
  const local = { endpoint: 'http://127.0.0.1:8095/p/1', keys };
  expect(parsePushSubscription(local).ok).toBe(false);
  expect(parsePushSubscription(local, ['http://127.0.0.1:8095']).ok).toBe(true);
});

it('refuses any texts as a value, never by an exception', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (a, b, c) => {
      expect(parsePushSubscription({ endpoint: a, keys: { p256dh: b, auth: c } }).ok).toBe(false);
    }),
  );
});
