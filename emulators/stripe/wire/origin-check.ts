import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '../../loopback';

/** Refuses unknown Host names, because another site could point its own domain at this machine (DNS rebinding). */
export const hostIsOurs = (incoming: IncomingMessage): boolean =>
  isLoopbackHost((incoming.headers.host ?? '').replace(/:\d+$/, ''));

/** Control calls may come from our own pages or from programs, which send no Origin header. */
export function originIsOurs(incoming: IncomingMessage, port: number): boolean {
  const { origin } = incoming.headers;
  const site = incoming.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const asked = new URL(origin);
  return isLoopbackHost(asked.hostname) && asked.port === String(port);
}
