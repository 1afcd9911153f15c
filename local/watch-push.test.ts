import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPush, type ArrivedPush, type LocalPush } from '@busker/emulator-push/start-push';
import { makeSafePost } from '@busker/functions/safe-fetch/safe-fetch';
import { newPushKey } from '@busker/functions/push/push-config';
import { makeWatchPush } from '@busker/functions/reply-watch/watch-push';

const key = newPushKey();
let folder: string;
let service: LocalPush;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'busker-watch-'));
  service = await startPush({ port: 0, file: join(folder, 'push.json') });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const send = (path: string, body: unknown) =>
  fetch(service.url + path, { method: 'POST', body: JSON.stringify(body) });

it("a fan's message arrives at the push service of this machine, as a declarative message", async () => {
  const made = await send('/subscribe', { vapidKey: key.publicKey });
  const { endpoint, keys } = (await made.json()) as {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  const push = makeWatchPush({
    post: makeSafePost({ allowOrigins: [service.url] }),
    clock: { now: () => Date.now() },
    publicOrigin: 'http://localhost:5000',
    keys: [key],
  });
  const to = { endpoint, ...keys, vapidKey: key.publicKey, lang: 'ar' } as const;
  const notice = { tipId: 'tip1', title: 'Ada', body: 'Open', navigate: '/t/tip1', language: 'ar' } as const;
  expect((await push.send(to, notice)).kind).toBe('sent');
  const arrived = (await (await fetch(`${service.url}/__push/messages`)).json()) as ArrivedPush[];
  expect(JSON.parse(arrived.at(-1)?.text ?? '')).toEqual({
    web_push: 8030,
    notification: {
      title: 'Ada',
      body: 'Open',
      navigate: '/t/tip1',
      lang: 'ar',
      dir: 'rtl',
      tag: 'tip-tip1',
      silent: false,
      data: { for: '' },
    },
    mutable: true,
    for: '',
  });
  await send('/__push/faults', { status: 410 });
  expect((await push.send(to, notice)).kind).toBe('ended');
});
