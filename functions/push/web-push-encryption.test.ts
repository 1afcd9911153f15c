import * as fc from 'fast-check';
import crypto, {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { describe, afterEach, expect, it, vi } from 'vitest';
import { newPushKey } from './push-config';
import { encryptedPush, type PushDetails } from './web-push-encryption';

describe('web push encryption', () => {
  /** RFC 8291, appendix A. */
  const vector = {
    plaintext: 'When I grow up, I want to be a watermelon',
    senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
    receiverPublic: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    receiverPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    salt: 'DGv6ra1nlYgDCS1FRnbzlw',
    body:
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml' +
      'mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT' +
      'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  };

  const key = newPushKey();
  const details: PushDetails = {
    subscription: {
      endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
      p256dh: vector.receiverPublic,
      auth: vector.auth,
    },
    key,
    subject: 'https://busker.test',
    ttl: 86_400,
    urgency: 'normal',
    topic: 'topic_of-32',
  };

  const derived = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length));

  /** Decrypts one record as RFC 8188 and RFC 8291 say, without the library under test. */
  function decrypted(body: Buffer, receiverPrivate: string, auth: string): string {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + body.readUInt8(20));
    const record = body.subarray(21 + sender.length);
    const receiver = createECDH('prime256v1');
    receiver.setPrivateKey(Buffer.from(receiverPrivate, 'base64url'));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.getPublicKey(), sender]);
    const secret = derived(receiver.computeSecret(sender), Buffer.from(auth, 'base64url'), info, 32);
    const decipher = createDecipheriv(
      'aes-128-gcm',
      derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
      derived(secret, salt, 'Content-Encoding: nonce\0', 12),
    );
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    expect(padded.at(-1)).toBe(2);
    return padded.subarray(0, -1).toString();
  }

  afterEach(() => vi.restoreAllMocks());

  it('makes the body of RFC 8291, appendix A', async () => {
    await encryptedPush('load the library', details);
    const sender = createECDH('prime256v1');
    sender.setPrivateKey(Buffer.from(vector.senderPrivate, 'base64url'));
    const pinned = Object.assign(sender, { generateKeys: () => sender.getPublicKey() });
    vi.spyOn(crypto, 'createECDH').mockReturnValueOnce(pinned);
    vi.spyOn(crypto, 'randomBytes').mockImplementationOnce(() => Buffer.from(vector.salt, 'base64url'));
    const { body } = await encryptedPush(vector.plaintext, details);
    expect(body.toString('base64url')).toBe(vector.body);
  });

  it('is decrypted by the subscription alone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 900, unit: 'binary' }), async (payload) => {
        const receiver = createECDH('prime256v1');
        const auth = randomBytes(16).toString('base64url');
        const p256dh = receiver.generateKeys('base64url');
        const subscription = { ...details.subscription, p256dh, auth };
        const { body } = await encryptedPush(payload, { ...details, subscription });
        expect(decrypted(body, receiver.getPrivateKey('base64url'), auth)).toBe(
          Buffer.from(payload).toString(),
        );
        expect(() => decrypted(body, vector.receiverPrivate, auth)).toThrow(/authenticate/);
      }),
      { numRuns: 30 },
    );
  });

  it('signs a token for the origin of the endpoint, for at most a day', async () => {
    const { headers } = await encryptedPush('{}', details);
    const [, token = '', publicKey = ''] =
      /^vapid t=([^,]+), k=(.+)$/.exec(headers['authorization'] ?? '') ?? [];
    expect(publicKey).toBe(key.publicKey);
    const [head = '', claims = '', signature = ''] = token.split('.');
    const point = Buffer.from(publicKey, 'base64url');
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    const signed = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    expect(signed).toBe(true);
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ typ: 'JWT', alg: 'ES256' });
    const read: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString());
    expect(read).toEqual({
      aud: 'https://push.example.net',
      sub: 'https://busker.test',
      exp: expect.any(Number),
    });
    const { exp } = read as { readonly exp: number };
    expect(exp - Date.now() / 1000).toBeGreaterThan(60);
    expect(exp - Date.now() / 1000).toBeLessThanOrEqual(24 * 60 * 60);
  });

  it('sends the time to live, the urgency and the topic, and leaves the length to the sender', async () => {
    const { url, headers } = await encryptedPush('{}', { ...details, urgency: 'high' });
    expect(url).toBe(details.subscription.endpoint);
    expect(headers).toMatchObject({
      ttl: '86400',
      urgency: 'high',
      topic: 'topic_of-32',
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
    });
    expect(headers).not.toHaveProperty('content-length');
  });
});
