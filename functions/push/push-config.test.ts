import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { envReader } from '../env-reader';
import { newPushKey, parsePushSubscription, pushKeyOf, pushKeys } from './push-config';

describe('push config', () => {
  describe('push config', () => {
    // RFC 8291, section 5: the application server's key pair.
    const privateKey = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw';
    const publicKey =
      'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';

    const keysOf = (given?: string) => {
      const read = envReader({ VAPID_PRIVATE_KEYS: given });
      return { keys: pushKeys(read), faults: read.faults };
    };

    it('derives the public key from the private one', () => {
      expect(pushKeyOf(privateKey)).toEqual({ privateKey, publicKey });
    });

    it('offers no push without keys, and for `off`', () => {
      expect(keysOf()).toEqual({ keys: [], faults: [] });
      expect(keysOf('off')).toEqual({ keys: [], faults: [] });
    });

    it('keeps the order of the keys', () => {
      const other = newPushKey();
      expect(keysOf(`${other.privateKey}, ${privateKey}`).keys).toEqual([other, { privateKey, publicKey }]);
    });

    it.each([
      ['31 bytes', Buffer.alloc(31, 1).toString('base64url')],
      ['zero', Buffer.alloc(32).toString('base64url')],
      ['a number above the order of the curve', Buffer.alloc(32, 255).toString('base64url')],
      ['base64 with padding', `${privateKey}=`],
      ['a public key', publicKey],
      ['a sentence', 'no key at all'],
    ])('refuses %s by the name of the setting', (_what, given) => {
      expect(keysOf(given).faults).toEqual([expect.stringContaining('VAPID_PRIVATE_KEYS')]);
    });

    it('makes keys that it accepts', () => {
      for (let made = 0; made < 300; made += 1) {
        const key = newPushKey();
        expect(pushKeyOf(key.privateKey)).toEqual(key);
      }
    });
  });

  describe('push subscription', () => {
    // RFC 8291, section 5.
    const endpoint = 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV';
    const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
    const auth = 'BTBZMqHH6r4Tts7J_aSIgg';
    const keys = { p256dh, auth };

    it('reads the subscription of a browser', () => {
      expect(parsePushSubscription({ endpoint, keys })).toEqual({
        ok: true,
        value: { endpoint, p256dh, auth },
      });
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
  });
});
