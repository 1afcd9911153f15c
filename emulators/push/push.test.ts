import { createECDH } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import webPush from 'web-push';
import { startPush, type ArrivedPush, type LocalPush } from './start-push';

interface Made {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

const vapid = webPush.generateVAPIDKeys();
let file: string;
let push: LocalPush;
let made: Made;

beforeAll(async () => {
  file = join(await mkdtemp(join(tmpdir(), 'busker-push-')), 'push.json');
  push = await startPush({ port: 0, file });
  made = await subscribe();
});
afterAll(() => push.close());

const post = (path: string, body: unknown) =>
  fetch(push.url + path, { method: 'POST', body: JSON.stringify(body) });

const subscribe = async () =>
  (await (await post('/subscribe', { vapidKey: vapid.publicKey })).json()) as Made;

const messages = async () => (await (await fetch(`${push.url}/__push/messages`)).json()) as ArrivedPush[];

interface Sent {
  readonly to?: Made;
  readonly keys?: webPush.VapidKeys;
  readonly change?: (headers: Record<string, string>) => void;
  readonly body?: Buffer;
}

/** Sends as the product does, with the same library. */
function send(payload: string, { to = made, keys = vapid, change = () => undefined, body }: Sent = {}) {
  const details = webPush.generateRequestDetails(to, payload, {
    vapidDetails: { subject: 'https://busker.test', ...keys },
    TTL: 60,
    urgency: 'high',
    topic: 'tips',
  });
  const entries = Object.entries(details.headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  const headers = Object.fromEntries(entries.filter(([name]) => name !== 'content-length')) as Record<
    string,
    string
  >;
  change(headers);
  return fetch(to.endpoint, { method: 'POST', headers, body: new Uint8Array(body ?? details.body) });
}

// Holds out-060.
it('takes a message and decrypts it', async () => {
  const answer = await send('{"hello":"🎻"}');
  expect(answer.status).toBe(201);
  expect(answer.headers.get('location')).toContain(push.url);
  expect((await messages()).at(-1)).toMatchObject({ text: '{"hello":"🎻"}', urgency: 'high', topic: 'tips' });
});

it('hands a message to the page that listens', async () => {
  const listening = await fetch(made.endpoint);
  const reader = listening.body?.getReader();
  await send('to the page');
  let text = '';
  while (!text.includes('to the page')) text += new TextDecoder().decode((await reader?.read())?.value);
  expect(text).toContain('data: "to the page"');
  await reader?.cancel();
});

it('refuses another key, a wrong signature and a token for another service', async () => {
  expect((await send('x', { keys: webPush.generateVAPIDKeys() })).status).toBe(403);
  const broken = (headers: Record<string, string>) =>
    void (headers['authorization'] = headers['authorization']?.replace(/\.[^.]+, k=/, '.AAAA, k=') ?? '');
  expect((await send('x', { change: broken })).status).toBe(403);
  const none = (headers: Record<string, string>) => void delete headers['authorization'];
  expect((await send('x', { change: none })).status).toBe(403);
  const elsewhere = webPush.generateRequestDetails({ ...made, endpoint: 'https://other.example/p/1' }, 'x', {
    vapidDetails: { subject: 'https://busker.test', ...vapid },
  });
  const foreign = (headers: Record<string, string>) =>
    void (headers['authorization'] = String(elsewhere.headers['Authorization']));
  expect(await (await send('x', { change: foreign })).text()).toContain('https://other.example');
});

it('refuses a message without TTL, in another encoding, too large or encrypted for somebody else', async () => {
  expect((await send('x', { change: (headers) => void delete headers['ttl'] })).status).toBe(400);
  const other = (headers: Record<string, string>) => void (headers['content-encoding'] = 'aesgcm');
  expect((await send('x', { change: other })).status).toBe(400);
  expect((await send('x', { body: Buffer.alloc(4097) })).status).toBe(413);
  const stranger = {
    ...made,
    keys: { ...made.keys, p256dh: createECDH('prime256v1').generateKeys('base64url') },
  };
  expect((await send('x', { to: stranger })).status).toBe(400);
});

it('fails as often as it was told', async () => {
  await post('/__push/faults', { status: 429, times: 1, retryAfter: '30' });
  const failed = await send('x');
  expect([failed.status, failed.headers.get('retry-after')]).toEqual([429, '30']);
  expect((await send('x')).status).toBe(201);
  await post('/__push/faults', { status: 503, times: 1, wait: 50 });
  const before = performance.now();
  expect((await send('x')).status).toBe(503);
  expect(performance.now() - before).toBeGreaterThanOrEqual(45);
});

it('answers 410 after the browser has unsubscribed', async () => {
  const gone = await subscribe();
  await fetch(gone.endpoint, { method: 'DELETE' });
  expect((await send('x', { to: gone })).status).toBe(410);
});

it('refuses a subscription without a key', async () => {
  expect((await post('/subscribe', {})).status).toBe(400);
});

it('keeps its subscriptions over a restart', async () => {
  const { port } = push;
  await push.close();
  push = await startPush({ port, file });
  expect((await send('after the restart')).status).toBe(201);
});
