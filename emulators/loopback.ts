import { Server, type IncomingHttpHeaders } from 'node:http';
import type { Server as SocketServer } from 'node:net';

const ours = /^(localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])$/i;

/** True for the names of this machine that never leave it: `localhost`, `*.localhost`, `127.0.0.1`, `[::1]`. */
export function isLoopbackHost(hostname: string): boolean {
  return ours.test(hostname);
}

/**
 * Why a local server must not answer a request, or null.
 * The Host check stops a page whose own name was made to point here (DNS rebinding); the Origin check stops any page of
 * the web that sends requests to a port of this machine.
 */
export function loopbackRefusal(headers: Pick<IncomingHttpHeaders, 'host' | 'origin'>): string | null {
  const hostname = headers.host?.replace(/:\d+$/, '') ?? '';
  if (!isLoopbackHost(hostname)) return `This local server does not answer for the host "${hostname}".`;
  if (headers.origin === undefined) return null;
  if (URL.canParse(headers.origin) && isLoopbackHost(new URL(headers.origin).hostname)) return null;
  return `This local server does not answer pages of ${headers.origin}.`;
}

/**
 * Listens on 127.0.0.1 only. `port` 0 takes a free one.
 * @returns the port
 * @throws an Error whose message is fit to be shown: who wanted the port and how to choose another
 */
export function listenOnLoopback(
  server: SocketServer,
  port: number,
  who: { name: string; setting?: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    // With Node's 5 seconds, a client on a busy machine may send on a connection that is being closed, and its request fails.
    if (server instanceof Server) server.keepAliveTimeout = 60_000;
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return reject(error);
      const hint = who.setting ? `, or choose another with ${who.setting}` : '';
      reject(new Error(`Port ${port} (${who.name}) is taken. End the program that uses it${hint}.`));
    });
    server.listen({ port, host: '127.0.0.1' }, () => {
      const address = server.address();
      if (address === null || typeof address === 'string')
        return reject(new Error(`${who.name} has no port`));
      resolve(address.port);
    });
  });
}

/** Stops listening and ends the connections that keep-alive would hold open. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
