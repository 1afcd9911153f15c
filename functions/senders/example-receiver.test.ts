import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Message } from '../../core/notification/notified-event';
import { makeSafePost } from '../safe-fetch/safe-fetch';
import { hookOf, hookSecret, notifiedPaid, notifiedTip } from '../testing/received-webhook';
import { newWebhookSecret, makeWebhookSender } from './webhook-sender';

const file = fileURLToPath(new URL('../../examples/webhook-receiver/receiver.mjs', import.meta.url));

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

describe('the example of a receiver', () => {
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
