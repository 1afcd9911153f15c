import type { IncomingMessage } from 'node:http';

const LOCAL_NAME = /^(localhost|[a-z0-9-]+(\.[a-z0-9-]+)*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;

const hostOf = (authority: string): string => authority.replace(/:\d+$/, '');

function originHost(origin: string): string | null {
  try {
    return new URL(origin).hostname;
  } catch {
    return null;
  }
}

/**
 * Only programs and pages of this machine may speak to the server. A page on the web cannot: its Origin is foreign, and
 * with a re-bound DNS name its Host is. Tokens are unsigned here, so this holds for every path, not for control paths only.
 */
export function refusalFor({ headers }: IncomingMessage): string | null {
  const { host, origin } = headers;
  if (host === undefined || !LOCAL_NAME.test(hostOf(host)))
    return `Host "${host ?? ''}" is not this machine.`;
  if (origin === undefined) return null;
  const from = originHost(origin);
  if (from === null || !LOCAL_NAME.test(from)) return `Origin "${origin}" is not a page of this machine.`;
  return null;
}
