import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../contract/test-server';
import { TestChannel } from '../testing/test-channel';

describe('web channel', () => {
  const DATABASE = 'projects/demo-test/databases/(default)';
  const NAME = `${DATABASE}/documents/c/a`;

  let server: TestServer;

  beforeEach(async () => {
    server = await startTestServer();
  });

  afterEach(() => server.close());

  const target = (targetId: number) => ({
    database: DATABASE,
    addTarget: { targetId, documents: { documents: [NAME] } },
  });

  const write = (text: string) => ({
    writes: [{ update: { name: NAME, fields: { text: { stringValue: text } } } }],
  });

  async function setDirectly(text: string): Promise<void> {
    const response = await fetch(`${server.url}/v1/${DATABASE}/documents:commit`, {
      method: 'POST',
      headers: { Authorization: 'Bearer owner' },
      body: JSON.stringify(write(text)),
    });
    expect(response.status).toBe(200);
  }

  async function listening(): Promise<TestChannel> {
    const channel = new TestChannel(server, 'Listen');
    await channel.handshake([target(2)]);
    return channel;
  }

  /** A Write channel that has sent one write. */
  async function written(): Promise<TestChannel> {
    const channel = new TestChannel(server, 'Write');
    await channel.handshake([{ database: DATABASE }]);
    await channel.post([{ streamToken: '', ...write('x') }], 1);
    return channel;
  }

  const idleFor = (ms: number): Promise<'idle'> =>
    new Promise((resolve) => {
      setTimeout(() => resolve('idle'), ms);
    });

  /** ADD, documentDelete, CURRENT, snapshot: the messages for a new target on a missing document. */
  const START = 4;

  describe('a WebChannel', () => {
    it('starts with the session id, the protocol version and the keep-alive interval', async () => {
      const channel = new TestChannel(server, 'Listen');
      const frames = await channel.handshake([]);
      expect(frames).toEqual([[[0, ['c', channel.sid, '', 8, 14, 30_000]]]]);
    });

    it('sends a noop at once when a GET finds no data', async () => {
      const channel = new TestChannel(server, 'Listen');
      await channel.handshake([]);
      expect(await channel.first(1, 0)).toEqual([[1, ['noop']]]);
    });

    it('numbers its arrays and frames them by UTF-16 length', async () => {
      const channel = await listening();
      await setDirectly('ünï🙂 text');
      const arrays = await channel.first(START + 2, 0);
      expect(arrays.map(([id]) => id)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(JSON.stringify(arrays[4])).toContain('ünï🙂 text');
    });

    it('sends again only what the client has not acknowledged', async () => {
      const channel = await listening();
      await channel.first(START, 0);
      expect((await channel.first(2, 2)).map(([id]) => id)).toEqual([3, 4]);
    });

    it('answers a POST with three numbers', async () => {
      const channel = await listening();
      const { text } = await channel.post([{ database: DATABASE, removeTarget: 2 }], 1, 0);
      expect(text).toMatch(/^\d+\n\[0,0,\d+\]$/);
      expect(text.slice(text.indexOf('\n') + 1)).toHaveLength(Number(text.split('\n')[0]));
    });

    it('handles a message once, even when its POST is repeated', async () => {
      const channel = new TestChannel(server, 'Write');
      await channel.handshake([{ database: DATABASE }]);
      const increment = {
        streamToken: '',
        writes: [
          {
            transform: {
              document: NAME,
              fieldTransforms: [{ fieldPath: 'n', increment: { integerValue: 1 } }],
            },
          },
        ],
      };
      await channel.post([increment], 1);
      await channel.post([increment], 1);
      const stored = await fetch(`${server.url}/v1/${NAME}`, { headers: { Authorization: 'Bearer owner' } });
      expect(await stored.json()).toMatchObject({ fields: { n: { integerValue: '1' } } });
    });

    it('ends a long poll with its first data, and an empty one with a noop in time', async () => {
      const channel = new TestChannel(server, 'Listen');
      await channel.handshake([]);
      const empty: unknown[] = [];
      for await (const array of channel.get(0, { longPolling: true, timeoutMs: 50 })) empty.push(array);
      expect(empty).toEqual([[1, ['noop']]]);
      const polled: unknown[] = [];
      const polling = (async () => {
        for await (const array of channel.get(1, { longPolling: true })) polled.push(array);
      })();
      await channel.post([target(2)], 0, 1);
      await polling;
      expect(polled.length).toBeGreaterThan(0);
    });

    it('answers 400 for an unknown session, with a body that does not start with "Unknown SID"', async () => {
      const channel = new TestChannel(server, 'Listen');
      channel.sid = 'gone';
      const { status, text } = await channel.post([], 0);
      expect(status).toBe(400);
      expect(text.indexOf('Unknown SID')).toBeGreaterThan(0);
      await expect(channel.first(1, 0)).rejects.toThrow(/Unknown SID/);
    });

    it('forgets a closed session and ends its GET', async () => {
      const channel = await listening();
      const ended = (async () => {
        for await (const array of channel.get(0)) void array;
      })();
      expect(await channel.terminate()).toBe(200);
      await ended;
      expect((await channel.post([], 1)).status).toBe(400);
    });

    it("sends a stream's error as its last message, then closes", async () => {
      const channel = new TestChannel(server, 'Write');
      await channel.handshake([{ database: DATABASE }]);
      const missing = { update: { name: NAME, fields: {} }, currentDocument: { exists: true } };
      await channel.post([{ streamToken: '', writes: [missing] }], 1);
      const arrays: unknown[] = [];
      for await (const [, content] of channel.get(0)) {
        arrays.push(...content);
        if (content[0] === 'close') break;
      }
      expect(arrays[1]).toMatchObject({ error: { code: 404, status: 'NOT_FOUND' } });
      expect(arrays.at(-1)).toBe('close');
    });

    it('closes an idle Write channel only while connections are scarce', async () => {
      const listeners = [0, 1, 2].map(async () => (await listening()).get(0));
      for (const listener of listeners) await (await listener).next();
      const messages = (await written()).get(0);
      await messages.next();
      await messages.next();
      const closing = messages.next();
      expect(await Promise.race([closing, idleFor(900)])).toBe('idle');
      const fifth = (await listening()).get(0);
      await fifth.next();
      expect((await closing).value).toMatchObject([3, [{ error: { status: 'UNAVAILABLE' } }]]);
      expect((await messages.next()).value).toEqual([4, ['close']]);
      expect((await fifth.next()).done).toBe(false);
      for (const held of [...listeners, fifth]) await (await held).return(undefined);
    });

    it('denies a client that no rule allows', async () => {
      const channel = new TestChannel(server, 'Write');
      await channel.handshake([{ database: DATABASE }], '');
      await channel.post([{ streamToken: '', ...write('x') }], 1);
      const arrays = await channel.first(2, 0);
      expect(JSON.stringify(arrays[1])).toContain('PERMISSION_DENIED');
    });
  });
});
