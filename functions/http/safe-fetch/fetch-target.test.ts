import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchTarget, inTurn, resolveByDns } from './fetch-target';

describe('resolve name', () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  const typeA = 1;

  interface Question {
    readonly name: string;
    readonly type: number;
  }

  /** The question of a DNS query (RFC 1035, section 4.1.2): labels with their lengths, then the type. */
  function questionOf(query: Buffer): Question {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('ascii', at + 1, at + 1 + length));
      at += 1 + length;
    }
    return { name: labels.join('.'), type: query.readUInt16BE(at + 1) };
  }

  /** The answer to `query` with these IPv4 addresses, with a pointer to the question's name. */
  function answerTo(query: Buffer, addresses: readonly string[]): Buffer {
    const head = Buffer.from(query.subarray(0, query.indexOf(0, 12) + 5));
    head.writeUInt16BE(0x81_80, 2);
    head.writeUInt16BE(addresses.length, 6);
    head.writeUInt32BE(0, 8);
    const records = addresses.map((address) =>
      Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 9, 0, 4, ...address.split('.').map(Number)]),
    );
    return Buffer.concat([head, ...records]);
  }

  /** A local name server. `answers` undefined = it never answers. */
  async function nameServer(answers?: (question: Question) => readonly string[]) {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    closing.push(() => socket.close());
    await once(socket, 'listening');
    const asked = new Set<string>();
    socket.on('message', (query, from) => {
      const question = questionOf(query);
      asked.add(`${question.name} ${question.type}`);
      if (answers !== undefined) socket.send(answerTo(query, answers(question)), from.port, from.address);
    });
    const received = async (count: number) => {
      while (asked.size < count) await once(socket, 'message');
    };
    return { asked, received, servers: [`127.0.0.1:${(socket.address() as AddressInfo).port}`] };
  }

  describe('a name that an owner entered', () => {
    it('is resolved by the name servers', async () => {
      const { servers } = await nameServer(({ type }) => (type === typeA ? ['93.184.216.34'] : []));
      const rules = {
        resolve: resolveByDns(servers),
        resolveAllowed: resolveByDns(servers),
        allowOrigins: [],
      };
      const target = await fetchTarget('https://blog.example/', rules, new AbortController().signal);
      expect(target).toMatchObject({ address: '93.184.216.34', family: 4 });
    });

    it('is refused when one of its addresses is private', async () => {
      const { servers } = await nameServer(({ type }) =>
        type === typeA ? ['93.184.216.34', '10.0.0.1'] : [],
      );
      const rules = {
        resolve: resolveByDns(servers),
        resolveAllowed: resolveByDns(servers),
        allowOrigins: [],
      };
      const target = await fetchTarget('https://rebind.example/', rules, new AbortController().signal);
      expect(target).toBe('address-not-public');
    });

    it('blocks no thread while its name server is silent, nor more than twenty names at once', async () => {
      const server = await nameServer();
      const resolve = resolveByDns(server.servers);
      const deadlines = Array.from({ length: 60 }, () => new AbortController());
      const lookUps = deadlines.map(({ signal }, index) =>
        fetchTarget(
          `https://silent-${index}.example/`,
          { resolve, resolveAllowed: resolve, allowOrigins: [] },
          signal,
        ),
      );
      // Each name needs two questions.
      await server.received(40);
      expect((await readFile(new URL(import.meta.url))).length).toBeGreaterThan(0);
      const names = new Set([...server.asked].map((question) => question.split(' ')[0]));
      expect(names.size).toBe(20);
      for (const deadline of deadlines) deadline.abort();
      expect(new Set(await Promise.all(lookUps))).toEqual(new Set(['timed-out']));
    });
  });

  describe('queued work', () => {
    it('starts when another task ends, also after a failure', async () => {
      const queued = inTurn(1);
      const { signal } = new AbortController();
      const order: string[] = [];
      let failFirst: (error: Error) => void = () => undefined;
      const first = new Promise((_, fail) => (failFirst = fail));
      const failing = queued(() => first, signal);
      const second = queued(() => Promise.resolve(void order.push('second')), signal);
      order.push('first');
      failFirst(new Error('no answer'));
      await expect(failing).rejects.toThrow('no answer');
      await second;
      expect(order).toEqual(['first', 'second']);
    });

    it('never starts after it was aborted', async () => {
      const queued = inTurn(1);
      let end: (value: undefined) => void = () => undefined;
      const busy = new Promise((done) => (end = done));
      const running = queued(() => busy, new AbortController().signal);
      const deadline = new AbortController();
      let begun = false;
      const calledOff = queued(() => Promise.resolve((begun = true)), deadline.signal);
      deadline.abort();
      await expect(calledOff).rejects.toThrow('Called off');
      end(undefined);
      await running;
      await queued(() => Promise.resolve(), new AbortController().signal);
      expect(begun).toBe(false);
    });
  });
});
