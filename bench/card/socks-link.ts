import { connect, createServer, type Socket } from 'node:net';

export interface Link {
  /** Milliseconds there and back. */
  readonly roundTrip: number;
  /** Bits per second, shared by all connections. */
  readonly rate: number;
}

/** The one line that all connections of a visit share: busy until `freeAt` (milliseconds of `performance.now()`). */
interface SharedLine {
  freeAt: number;
}

const segment = 1460;

/**
 * Sends a connection's bytes as a network does: no more under way than the window allows, which begins with ten segments and grows by
 * what was confirmed; each segment takes its time on the shared line, and half a round trip to arrive.
 */
export function connectionQueue(
  { roundTrip, rate }: Link,
  line: SharedLine,
  deliver: (bytes: Buffer) => void,
): (bytes: Buffer) => void {
  const waiting: Buffer[] = [];
  // In the order of sending: timers of nearly the same moment may fire in another.
  const flying: Buffer[] = [];
  let window = 10 * segment;
  let underWay = 0;

  const pump = (): void => {
    for (let next = waiting[0]; next && underWay < window; next = waiting[0]) {
      const part = next.subarray(0, segment);
      if (part.length === next.length) waiting.shift();
      else waiting[0] = next.subarray(segment);
      underWay += part.length;
      const now = performance.now();
      line.freeAt = Math.max(now, line.freeAt) + (part.length * 8_000) / rate;
      const arrives = line.freeAt - now + roundTrip / 2;
      flying.push(part);
      setTimeout(() => {
        const first = flying.shift();
        if (first) deliver(first);
      }, arrives);
      setTimeout(
        () => {
          underWay -= part.length;
          window += part.length;
          pump();
        },
        arrives + roundTrip / 2,
      );
    }
  };

  return (bytes) => {
    waiting.push(bytes);
    pump();
  };
}

export const links = {
  'slow 4G': { roundTrip: 150, rate: 1_600_000 },
  'fast 4G': { roundTrip: 60, rate: 9_000_000 },
} as const satisfies Readonly<Record<string, Link>>;

export interface SocksLink {
  readonly port: number;
  /** Requested names that no server has: unexpected requests. */
  readonly refused: ReadonlySet<string>;
  close(): Promise<void>;
}

const later = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

/**
 * A SOCKS5 proxy that simulates a mobile network; the browser's own throttling adds one latency per request and ignores connections. The proxy delays
 * each new name and each connection by one round trip and every byte by half of one. All connections share one rate, and each begins with ten
 * segments. `places` gives the local port of each name. `link: null` is the proxy without a network.
 */
export async function startSocksLink(
  link: Link | null,
  places: Readonly<Record<string, number>>,
): Promise<SocksLink> {
  const refused = new Set<string>();
  const known = new Map<string, Promise<void>>();
  const open = new Set<Socket>();
  const line: SharedLine = { freeAt: 0 };

  const resolveName = (name: string): Promise<void> => {
    const asked = known.get(name) ?? later(link?.roundTrip ?? 0);
    known.set(name, asked);
    return asked;
  };

  const serve = async (client: Socket): Promise<void> => {
    const greeting = await chunk(client);
    if (greeting[0] !== 5) return void client.destroy();
    client.write(Buffer.from([5, 0]));
    const request = await chunk(client);
    const name = request.subarray(5, 5 + (request[4] ?? 0)).toString();
    const place = request[3] === 3 ? places[name] : undefined;
    if (place === undefined) {
      refused.add(name);
      return void client.end(Buffer.from([5, 4, 0, 1, 0, 0, 0, 0, 0, 0]));
    }
    if (link) await resolveName(name).then(() => later(link.roundTrip));
    const server = connect(place, '127.0.0.1');
    server.setNoDelay(true);
    open.add(server);
    server.once('close', () => (open.delete(server), client.destroy()));
    server.on('error', () => client.destroy());
    client.once('close', () => server.destroy());
    client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
    if (!link) {
      client.pipe(server);
      server.pipe(client);
      return;
    }
    client.on('data', (bytes: Buffer) => void later(link.roundTrip / 2).then(() => server.write(bytes)));
    const send = connectionQueue(link, line, (bytes) => client.write(bytes));
    server.on('data', send);
  };

  const proxy = createServer((client) => {
    client.setNoDelay(true);
    open.add(client);
    client.once('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    serve(client).catch(() => client.destroy());
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    port: address.port,
    refused,
    close: () =>
      new Promise((done) => {
        for (const socket of open) socket.destroy();
        proxy.close(() => done());
      }),
  };
}

const chunk = (socket: Socket): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    socket.once('data', resolve);
    socket.once('close', () => reject(new Error('The browser hung up')));
  });
