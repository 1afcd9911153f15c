import { expect, it } from 'vitest';
import { envReader } from '../../http/env-reader';
import { newPushKey, pushKeyOf, pushKeys } from './push-config';

// RFC 8291, section 5: the application server's key pair.
const privateKey = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw';
const publicKey = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';

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
