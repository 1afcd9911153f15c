import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '../../loopback';

/** A page of another site could point a name of its own at this machine; such a Host is refused. */
export const hostIsOurs = (incoming: IncomingMessage): boolean =>
  isLoopbackHost((incoming.headers.host ?? '').replace(/:\d+$/, ''));

/** Control calls come from our own pages or from programs, which send no Origin. */
export function originIsOurs(incoming: IncomingMessage, port: number): boolean {
  const { origin } = incoming.headers;
  const site = incoming.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const asked = new URL(origin);
  return isLoopbackHost(asked.hostname) && asked.port === String(port);
}
