import type { IncomingMessage } from 'node:http';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** A page of another site could point a name of its own at this machine; such a Host is refused. */
export function hostIsOurs(incoming: IncomingMessage, port: number): boolean {
  const host = incoming.headers.host ?? '';
  const [name, given = '80'] = host.split(/:(?=\d+$)/);
  return LOOPBACK.has(name ?? '') && given === String(port);
}

/** Control calls come from our own pages or from programs, which send no Origin. */
export function originIsOurs(incoming: IncomingMessage, port: number): boolean {
  const { origin } = incoming.headers;
  const site = incoming.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return origin === undefined || [...LOOPBACK].some((name) => origin === `http://${name}:${port}`);
}
