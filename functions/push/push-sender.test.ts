import crypto, {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '@busker/core/notification/notified-event';
import type { RenderedLine, RenderedMessage } from '@busker/core/notification/render-message';
import { fakeMessage, fakeNotifiedEvent, fakeNotifiedTip } from '@busker/core/testing/fakes';
import { envReader } from '../env-reader';
import { createLog } from '../log';
import type { PostAnswer } from '../safe-fetch/safe-fetch';
import { fakePhone } from '../testing/put-channels';
import { InMemoryPost } from '../testing/in-memory-deps';
import { newPushKey, parsePushSubscription, pushKeyOf, pushKeys } from './push-config';
import { makePushSender, mostPayloadBytes, pushPayload, pushUserOf, renderedPush } from './push-sender';
import { encryptedPush, type PushDetails } from './web-push-encryption';

describe('push sender', () => {
  describe('push sender', () => {
    const now = Date.UTC(2026, 10, 20, 12);
    const key = newPushKey();
    const olderKey = newPushKey();
    const message: Message = { kind: 'test', id: 'm1' };
    const rendered: RenderedMessage = {
      language: 'en',
      direction: 'ltr',
      title: 'Test',
      lines: [],
      summary: ['It works. '.repeat(200)],
      test: false,
    };

    const addressee = (vapidKey = key.publicKey) => fakePhone(vapidKey);

    function sending(answers: readonly Partial<Extract<PostAnswer, { ok: true }>>[], given = rendered) {
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
        render: () => given,
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
      const line = { text: '', quote: null, note: null, url: '/money/tips', at: 0, urgent: true };
      const urgent = sending([], { ...rendered, lines: [line] });
      await urgent.sender.send(addressee(), message);
      expect(urgent.posted.requests[0]?.headers).toMatchObject({ urgency: 'high' });
      expect(urgent.posted.requests[0]?.headers['topic']).not.toBe(first);
    });

    // Holds out-041.
    it.each([404, 410])('ends the channel of a device that is gone: %i', async (status) => {
      const { sender } = sending([{ status }]);
      expect(await sender.send(addressee(), message)).toMatchObject({
        kind: 'ended',
        state: 'off',
        end: 'gone',
      });
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
    ] as const)('says why it did not reach the push service: %s', async (problem, rendered) => {
      const { sender, posted } = sending([]);
      posted.answer = () => ({ ok: false, problem, ms: 3 });
      expect(await sender.send(addressee(), message)).toEqual({
        kind: 'again',
        problem: rendered,
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
  });

  describe('push telling', () => {
    const origin = 'https://busker.test';
    const shown = (message: Parameters<typeof renderedPush>[1], language = 'en') => {
      const rendered = renderedPush({ ...fakePhone(), language }, message, origin);
      const text = pushPayload(rendered, {
        uid: 'ada',
        id: message.id,
        publicOrigin: origin,
        most: mostPayloadBytes,
      });
      return (JSON.parse(text) as { readonly notification: Readonly<Record<string, string>> }).notification;
    };

    it('tells one tip with its message, and leads to it', () => {
      expect(shown(fakeMessage([fakeNotifiedEvent()]))).toMatchObject({
        title: 'Kim sent you $5.00',
        body: expect.stringContaining('“Lovely!”'),
        navigate: `${origin}/money/tips?tip=tip1`,
        tag: 'tips',
      });
    });

    it('tells many tips as their sum and names at most eight', () => {
      const events = Array.from({ length: 30 }, (_, index) =>
        fakeNotifiedEvent({ id: `e${index}`, tip: fakeNotifiedTip({ tipId: `t${index}`, message: null }) }),
      );
      const { title, body, navigate } = shown(fakeMessage(events));
      expect(title).toContain('$150.00');
      expect(body?.match(/Kim sent you/g)).toHaveLength(8);
      expect(navigate).toBe(`${origin}/money/tips`);
    });

    it('marks a test tip', () => {
      const tip = fakeNotifiedTip({ livemode: false });
      expect(shown(fakeMessage([fakeNotifiedEvent({ livemode: false, tip })])).title).toBe(
        'TEST: Kim sent you $5.00',
      );
    });

    it.each(['en', 'de', 'ar'])('tells a test in the language of the owner: %s', (language) => {
      const notification = shown({ kind: 'test', id: 'm1' }, language);
      expect(notification).toMatchObject({ lang: language, dir: language === 'ar' ? 'rtl' : 'ltr' });
      expect(notification['title']).not.toBe('');
      expect(notification['body']).not.toBe('');
      expect(notification['navigate']).toBe(`${origin}/settings/notifications`);
    });

    it('sends no code to a device', () => {
      expect(JSON.stringify(shown({ kind: 'code', id: 'm1', code: '123456' }))).not.toContain('123456');
    });
  });

  describe('push payload', () => {
    const publicOrigin = 'https://busker.test';
    const line: RenderedLine = {
      text: 'Kim sent you $5.00',
      quote: 'Lovely!',
      note: null,
      url: `${publicOrigin}/money/tips/t1`,
      at: 0,
      urgent: false,
    };
    const rendered: RenderedMessage = {
      language: 'en',
      direction: 'ltr',
      title: 'Kim sent you $5.00',
      lines: [line],
      summary: [],
      test: false,
    };
    const options = { uid: 'ada', id: 'm1', publicOrigin, most: mostPayloadBytes };

    const payloadOf = (given: Partial<RenderedMessage>, most = mostPayloadBytes) =>
      pushPayload({ ...rendered, ...given }, { ...options, most });
    const read = (text: string) =>
      JSON.parse(text) as { readonly notification: Readonly<Record<string, string>> };
    const notificationOf = (given: Partial<RenderedMessage>) => read(payloadOf(given)).notification;

    it('is a declarative message for the owner alone', () => {
      expect(JSON.parse(payloadOf({}))).toEqual({
        web_push: 8030,
        notification: {
          title: 'Kim sent you $5.00',
          body: '“Lovely!”',
          navigate: `${publicOrigin}/money/tips/t1`,
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
        navigate: `${publicOrigin}/money/tips`,
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
        expect(notificationOf({ lines: [{ ...line, url }] })).toMatchObject({
          navigate: `${publicOrigin}/money/tips`,
        });
      },
    );

    it('leads to the list of tips without a line', () => {
      expect(notificationOf({ lines: [] })).toMatchObject({
        navigate: `${publicOrigin}/money/tips`,
        body: '',
      });
    });

    it('fits the limit with any texts, as whole characters, and stays JSON', () => {
      const words = fc.string({ unit: 'grapheme', maxLength: 3000 });
      fc.assert(
        fc.property(
          words,
          words,
          words,
          fc.constantFrom(1024, mostPayloadBytes),
          (title, quote, note, most) => {
            const text = payloadOf({ title, lines: [{ ...line, quote, note }], summary: [note] }, most);
            expect(Buffer.byteLength(text)).toBeLessThanOrEqual(most);
            expect(read(text).notification['body']).not.toMatch(/\p{Surrogate}/u);
          },
        ),
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
  });
});

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
