import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest';
import type { Message } from '@busker/core/notification/notified-event';
import { noon } from '@busker/core/testing/fakes';
import { makeSafePost, type PostAnswer } from '../safe-fetch/safe-fetch';
import { InMemoryPost } from '../testing/in-memory-deps';
import {
  hookNow as now,
  hookOf,
  hookSecret,
  hookSecret as secret,
  hookUrl as url,
  notifiedPaid,
  notifiedTip,
  notifiedTip as tip,
} from '../testing/put-channels';
import type { Addressee } from './channel-sender';
import {
  answerOfReceiver,
  attemptOf,
  makeWebhookSender,
  newWebhookSecret,
  problemOfNoAnswer,
  secretsOfUrl,
  webhookAddress,
} from './webhook-sender';

describe('webhook sender', () => {
  describe('webhook sender', () => {
    describe('webhook sender', () => {
      const servers: Server[] = [];
      afterEach(() => {
        for (const server of servers.splice(0)) {
          server.closeAllConnections();
          server.close();
        }
      });

      const day = 24 * 60 * 60_000;

      const inMemory = () => {
        const posted = new InMemoryPost();
        return { posted, sender: makeWebhookSender({ post: posted.post, clock: { now: () => now } }) };
      };

      async function requestOf(message: Message, to = hookOf()) {
        const { posted, sender } = inMemory();
        const sending = await sender.send(to, message);
        const [request] = posted.requests;
        return { sending, url: request?.url, headers: { ...request?.headers }, body: String(request?.body) };
      }

      describe('the request of a webhook', () => {
        // Holds out-037.
        it('has the headers of Standard Webhooks and a body that the library verifies, with emoji and U+2028', async () => {
          const { sending, headers, body } = await requestOf(notifiedPaid);
          expect(sending).toMatchObject({ kind: 'sent' });
          expect(headers).toEqual({
            'content-type': 'application/json',
            'user-agent': 'Busker-Webhooks/1',
            'webhook-id': 'msg_0f9b1c2d',
            'webhook-timestamp': String(Math.floor(now / 1000)),
            'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}=$/),
          });
          expect(new Webhook(secret).verify(body, headers)).toMatchObject({
            type: 'tip.paid',
            data: { profile: { handle: 'ada' }, tip: { id: 't1', message: tip.message } },
          });
          expect(() => new Webhook(secret).verify(body.replace('500', '900'), headers)).toThrow('signature');
          expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow('signature');
        });

        // Holds out-036.
        it('is signed with both secrets while one is replaced, and with one afterwards', async () => {
          const old = newWebhookSecret();
          const rotating = (until: number) =>
            hookOf({
              secrets: [
                { secret, until: null },
                { secret: old, until },
              ],
            });
          const during = await requestOf(notifiedPaid, rotating(now + day));
          expect(during.headers['webhook-signature']?.split(' ')).toHaveLength(2);
          for (const each of [secret, old]) new Webhook(each).verify(during.body, during.headers);
          const after = await requestOf(notifiedPaid, rotating(now));
          new Webhook(secret).verify(after.body, after.headers);
          expect(() => new Webhook(old).verify(after.body, after.headers)).toThrow('signature');
        });

        // Holds out-040.
        it('has a fresh timestamp at each try, since receivers refuse old ones', async () => {
          const late = new InMemoryPost();
          await makeWebhookSender({ post: late.post, clock: { now: () => now - 601_000 } }).send(
            hookOf(),
            notifiedPaid,
          );
          const [old] = late.requests;
          expect(() => new Webhook(secret).verify(String(old?.body), { ...old?.headers })).toThrow('too old');
          const again = await requestOf(notifiedPaid);
          expect(again.headers['webhook-id']).toBe(old?.headers['webhook-id']);
          new Webhook(secret).verify(again.body, again.headers);
        });

        it('of a test is a test.ping', async () => {
          const { headers, body } = await requestOf({ kind: 'test', id: 'msg_test' });
          expect(new Webhook(secret).verify(body, headers)).toEqual({
            type: 'test.ping',
            timestamp: new Date(now).toISOString(),
            data: { schema: 1, livemode: false, profile: { handle: 'ada' } },
          });
        });

        it.each<[string, Message, Addressee]>([
          ['a code', { kind: 'code', id: 'msg_c', code: '123456' }, hookOf()],
          ['no event', { ...notifiedPaid, events: [] }, hookOf()],
          ['an address that is none', notifiedPaid, hookOf({ url: 'hooks' })],
          [
            'the credentials of another kind',
            notifiedPaid,
            { ...hookOf(), secret: { ...hookOf().secret, credentials: { kind: 'slack', url } } },
          ],
        ])('is not made for %s', async (_, message, to) => {
          const { posted, sender } = inMemory();
          expect(await sender.send(to, message)).toMatchObject({ kind: 'ended', state: 'refused' });
          expect(posted.requests).toEqual([]);
        });

        it('is signed with 32 random bytes', () => {
          expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
          expect(newWebhookSecret()).not.toBe(secret);
        });
      });

      describe('a webhook over the network', () => {
        /** `limit` in milliseconds: only what hangs may reach it, also on a busy machine. */
        async function sent(listener: RequestListener, limit = 60_000) {
          const server = createServer(listener);
          servers.push(server);
          await new Promise<void>((up) => server.listen(0, '127.0.0.1', up));
          const { port } = server.address() as AddressInfo;
          const origin = `http://127.0.0.1:${port}`;
          const post = makeSafePost({ allowOrigins: [origin] }, () => AbortSignal.timeout(limit));
          const sender = makeWebhookSender({ post, clock: { now: () => Date.now() } });
          return sender.send(hookOf({ url: `${origin}/hook` }), notifiedPaid);
        }

        it('arrives so that the library verifies the raw body', async () => {
          let type: unknown;
          const sending = await sent((request, response) => {
            const parts: Buffer[] = [];
            request.on('data', (part: Buffer) => void parts.push(part));
            request.on('end', () => {
              const headers = Object.fromEntries(
                Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
              );
              type = new Webhook(secret).verify(Buffer.concat(parts), headers);
              response.writeHead(202).end('thanks');
            });
          });
          expect(sending).toMatchObject({ kind: 'sent', attempt: { status: 202, text: 'thanks' } });
          expect(type).toMatchObject({ type: 'tip.paid' });
        });

        it.each<[string, RequestListener, object]>([
          ['500', (_, response) => void response.writeHead(500).end(), { problem: 'server-error' }],
          ['410', (_, response) => void response.writeHead(410).end(), { kind: 'ended', end: 'gone' }],
          [
            '302 to a private address',
            (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
            { problem: 'redirected' },
          ],
          ['a closed connection', (request) => void request.socket.destroy(), { problem: 'unreachable' }],
        ])('that is answered by %s did not arrive', async (_, listener, expected) => {
          expect(await sent(listener)).toMatchObject(expected);
        });

        it('that is answered by nothing in time did not arrive', async () => {
          expect(await sent(() => undefined, 300)).toMatchObject({ problem: 'timed-out', rests: true });
        });
      });
    });

    describe('answer of endpoint', () => {
      const day = 24 * 60 * 60_000;

      const sendingOf = (answer: PostAnswer) =>
        makeWebhookSender({ post: () => Promise.resolve(answer), clock: { now: () => now } }).send(
          hookOf(),
          notifiedPaid,
        );

      const answered = (status: number, headers: Record<string, string> = {}, text = ''): PostAnswer => ({
        ok: true,
        status,
        headers,
        text,
        ms: 7,
      });
      const date = (ms: number) => new Date(ms).toUTCString();

      describe('the answer of a webhook’s endpoint', () => {
        it.each<[PostAnswer, object]>([
          [answered(200), { kind: 'sent' }],
          [answered(204), { kind: 'sent' }],
          [answered(410), { kind: 'ended', state: 'off', end: 'gone' }],
          [answered(302), { kind: 'again', problem: 'redirected', rests: false }],
          [answered(400), { kind: 'again', problem: 'refused', rests: false, after: null }],
          [answered(404), { kind: 'again', problem: 'refused', rests: false }],
          [answered(500), { kind: 'again', problem: 'server-error', rests: false }],
          [answered(502), { kind: 'again', problem: 'server-error', rests: true }],
          [answered(504), { kind: 'again', problem: 'server-error', rests: true }],
          [
            answered(429, { 'retry-after': '7200' }),
            { problem: 'too-many-requests', rests: true, after: 7_200_000 },
          ],
          [answered(503, { 'retry-after': '60' }), { kind: 'again', rests: false, after: 60_000 }],
          [answered(429, { 'retry-after': '9'.repeat(30) }), { after: day }],
          [answered(429, { 'retry-after': date(now + 3_600_000) }), { after: expect.closeTo(3_600_000, -4) }],
          [answered(429, { 'retry-after': date(now - day) }), { after: null }],
          [answered(429, { 'retry-after': 'soon' }), { after: null }],
          [answered(429, { 'retry-after': '-5' }), { after: null }],
          [
            { ok: false, problem: 'timed-out', ms: 15_000 },
            { kind: 'again', problem: 'timed-out', rests: true },
          ],
          [
            { ok: false, problem: 'unreachable', ms: 1 },
            { problem: 'unreachable', rests: false },
          ],
          [
            { ok: false, problem: 'name-not-found', ms: 1 },
            { problem: 'name-not-found', rests: false },
          ],
          [
            { ok: false, problem: 'address-not-public', ms: 1 },
            { problem: 'address-not-public', rests: false },
          ],
          [
            { ok: false, problem: 'port-not-allowed', ms: 1 },
            { problem: 'not-allowed', rests: false },
          ],
        ])('%j means %j', async (answer, expected) => {
          const sending = await sendingOf(answer);
          expect(sending).toMatchObject(expected);
          expect(sending.attempt).toEqual({
            status: answer.ok ? answer.status : null,
            ms: answer.ms,
            text: '',
          });
        });

        it('is kept to 200 characters, without secrets, words of the fan and the path of the address', async () => {
          const textOf = async (text: string) => {
            const sending = await sendingOf(answered(500, {}, text));
            return sending.attempt.text;
          };
          expect(await textOf(`Cannot POST /in/s3cret-path?key=abc`)).toBe('Cannot POST [cut]');
          expect(await textOf(`no ${JSON.stringify({ m: tip.message })} of Kim`)).toBe(
            'no {"m":"[cut]"} of [cut]',
          );
          expect(await textOf(`bad ${secret} of kim@fans.example`)).not.toMatch(/whsec|@/);
          expect(await textOf(`${'a'.repeat(199)}🎻🎻`)).toBe(`${'a'.repeat(199)}🎻`);
          expect(await textOf('x '.repeat(2000))).toHaveLength(200);
        });
      });
    });
  });

  describe('webhook address', () => {
    const allowed = ['http://homeassistant.local:8123'];

    describe('the address of a webhook', () => {
      it.each([
        [' https://hooks.example/in?key=a#part ', 'https://hooks.example/in?key=a'],
        ['https://hooks.example:443', 'https://hooks.example/'],
        ['http://homeassistant.local:8123/api/webhook/x', 'http://homeassistant.local:8123/api/webhook/x'],
      ])('may be %j', (typed, href) => {
        expect(webhookAddress(typed, allowed)).toEqual({ ok: true, value: href });
      });

      // Holds out-034.
      it.each([
        ['', 'url-missing'],
        ['hooks.example', 'url-missing'],
        ['http://hooks.example', 'other'],
        ['ftp://hooks.example', 'other'],
        ['javascript:alert(1)', 'other'],
        ['https://hooks.example:22', 'other'],
        ['https://user:pass@hooks.example', 'url-password'],
        ['https://169.254.169.254', 'url-local'],
        ['https://[::ffff:10.0.0.1]', 'url-local'],
        ['https://2130706433', 'url-local'],
        ['https://localhost', 'url-local'],
        ['http://user@homeassistant.local:8123', 'url-password'],
        [`https://hooks.example/${'a'.repeat(2048)}`, 'url-too-long:2048'],
      ])('is refused by its field when it is %j', (typed, url) => {
        expect(webhookAddress(typed, allowed)).toMatchObject({
          ok: false,
          problem: { code: 'address-not-allowed', fields: { url: expect.any(String) }, faults: { url } },
        });
      });
    });
  });
});

describe('answer of receiver', () => {
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
});

const file = fileURLToPath(new URL('../../examples/webhook-receiver/receiver.mjs', import.meta.url));

describe('the example of a receiver', () => {
  /** Node alone runs it, as a stranger does. */
  function started(env: Readonly<Record<string, string>>) {
    const child = spawn(process.execPath, [file], { env: { ...env, PORT: '0' } });
    const lines: string[] = [];
    const collect = (stream: NodeJS.ReadableStream) =>
      createInterface({ input: stream }).on('line', (line) => void lines.push(line));
    collect(child.stdout);
    collect(child.stderr);
    return { child, lines };
  }

  let child: ChildProcess;
  let lines: string[];
  let origin: string;

  beforeAll(async () => {
    ({ child, lines } = started({ WEBHOOK_SECRET: hookSecret }));
    await vi.waitUntil(() => lines[0]?.startsWith('Receiving at '), { timeout: 60_000 });
    origin = new URL(String(lines[0]?.split(' at ')[1])).origin;
  });
  afterAll(() => void child.kill());

  const sent = (message: Message, secret = hookSecret) =>
    makeWebhookSender({
      post: makeSafePost({ allowOrigins: [origin] }),
      clock: { now: () => Date.now() },
    }).send(hookOf({ url: `${origin}/`, secrets: [{ secret, until: null }] }), message);

  it('takes what Busker signed, once, and drops older states of a tip', async () => {
    expect(await sent(notifiedPaid)).toMatchObject({ kind: 'sent', attempt: { status: 204 } });
    await sent(notifiedPaid);
    const older = notifiedPaid.events.map((event) => ({ ...event, tip: { ...notifiedTip, rev: 2 } }));
    await sent({ ...notifiedPaid, id: 'msg_older', events: older });
    await sent({ kind: 'test', id: 'msg_test' });
    await expect
      .poll(() => lines.slice(1))
      .toEqual([
        'tip.paid: 5.00 usd from Kim',
        'msg_0f9b1c2d: received before',
        'tip.paid: older than what is known of tip t1',
        'test.ping',
      ]);
  });

  it('refuses what somebody else signed, and other methods', async () => {
    expect(await sent({ ...notifiedPaid, id: 'msg_forged' }, newWebhookSecret())).toMatchObject({
      kind: 'again',
      attempt: { status: 400 },
    });
    await expect.poll(() => lines.at(-1)).toBe('Refused: No matching signature found');
    expect((await fetch(origin)).status).toBe(405);
    expect((await fetch(origin, { method: 'POST', body: 'x'.repeat(70_000) })).status).toBe(413);
  });

  it('says that it needs the secret', async () => {
    const without = started({});
    const [code] = await once(without.child, 'close');
    expect(code).toBe(1);
    expect(without.lines.join('\n')).toContain('Set WEBHOOK_SECRET');
  });
});
