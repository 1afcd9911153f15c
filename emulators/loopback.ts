import { closeSync, mkdirSync, openSync, statSync, utimesSync } from 'node:fs';
import { Server, type IncomingHttpHeaders } from 'node:http';
import type { Server as SocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ours = /^(localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])$/i;

/** Whether a host name always means this machine: `localhost`, `*.localhost`, `127.0.0.1`, `[::1]`. */
export function isLoopbackHost(hostname: string): boolean {
  return ours.test(hostname);
}

/** An address, or a name without a dot, as machines have in the network of containers: no public domain is one. */
const inOwnNetwork = /^([a-z0-9_-]+|\d+(\.\d+){3}|\[[0-9a-f:.]+\])$/i;

/**
 * Whether a host name may mean a server that listens on this address. Where that is not loopback's, its own network may ask too: another machine, or a
 * container by its name.
 */
export const isOwnHost = (hostname: string, listensOn: string): boolean =>
  isLoopbackHost(hostname) ||
  (!isLoopbackHost(listensOn) && (hostname === listensOn || inOwnNetwork.test(hostname)));

/** The address by which clients on this machine reach a server that listens on `host`. */
export function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Why a local server must refuse a request, or null. The Host check stops pages whose own domain resolves to this
 * machine (DNS rebinding). The Origin check stops public pages that send requests to a port of this machine.
 * @param listensOn the address that the server was told to listen on
 */
export function loopbackRefusal(
  headers: Pick<IncomingHttpHeaders, 'host' | 'origin'>,
  listensOn = '127.0.0.1',
): string | null {
  const hostname = headers.host?.replace(/:\d+$/, '') ?? '';
  if (!isOwnHost(hostname, listensOn))
    return `This local server does not answer requests for the host "${hostname}".`;
  if (headers.origin === undefined) return null;
  if (URL.canParse(headers.origin) && isOwnHost(new URL(headers.origin).hostname, listensOn)) return null;
  return `This local server does not answer requests from pages of ${headers.origin}.`;
}

/**
 * Where free ports are sought: below the ports that Linux (32768 and up), macOS and Windows (49152 and up) give to outgoing connections. A server
 * that stops and starts again on its port must not find it taken by a connection that was opened in between.
 */
const freePortsFrom = 20_000;
const freePortsUpTo = 31_999;
const tries = 50;

/**
 * Servers of other programs leave a port alone for so long after it was taken, also while its server is stopped: one that starts again on its port
 * after a minute must not find it taken by another that sought a free port in between.
 */
const leaseMs = 15 * 60_000;
const leases = join(tmpdir(), 'busker-ports');

/** Notes in a file that all programs of this machine see that the port is taken. False = another has noted it. */
export function leasePort(port: number, now = Date.now()): boolean {
  const file = join(leases, `${port}`);
  try {
    mkdirSync(leases, { recursive: true });
    closeSync(openSync(file, 'wx'));
    return true;
  } catch {
    // It is there, or nothing can be written: then ports are sought without leases.
  }
  try {
    if (Math.abs(now - statSync(file).mtimeMs) < leaseMs) return false;
    utimesSync(file, now / 1000, now / 1000);
    return true;
  } catch {
    return true;
  }
}

/** After many tries a leased one: so many servers are not stopped at once. */
function anyFreePort(): number {
  let port = 0;
  for (let left = tries; left > 0; left -= 1) {
    port = freePortsFrom + Math.floor(Math.random() * (freePortsUpTo - freePortsFrom + 1));
    if (leasePort(port)) return port;
  }
  return port;
}

/**
 * Listens on 127.0.0.1 only, unless `who` names another address. `port` 0 takes a free port from 20000 to 31999; a restart on it finds it free.
 * @returns the port
 * @throws an Error whose message can be shown to people: it names the port and the setting to change it
 */
export function listenOnLoopback(
  server: SocketServer,
  port: number,
  who: { name: string; setting?: string; host?: string },
): Promise<number> {
  // With Node's default of 5 seconds, a slow client may send on a connection that the server is closing, and its
  // request fails.
  if (server instanceof Server) server.keepAliveTimeout = 60_000;
  return new Promise((resolve, reject) => {
    let left = port === 0 ? tries : 0;
    const host = who.host ?? '127.0.0.1';
    const listen = () => server.listen({ port: left > 0 ? anyFreePort() : port, host });
    const refused = (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return reject(error);
      if (left > 0) {
        left -= 1;
        return void listen();
      }
      const hint = who.setting ? `, or choose another port with ${who.setting}` : '';
      const text = `Port ${port} (${who.name}) is in use. Stop the program that uses it${hint}.`;
      reject(new Error(text, { cause: error }));
    };
    server.on('error', refused);
    server.once('listening', () => {
      const address = server.address();
      if (address === null || typeof address === 'string')
        return reject(new Error(`${who.name} has no port`));
      resolve(address.port);
    });
    listen();
  });
}

/** Stops listening and closes the keep-alive connections. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
