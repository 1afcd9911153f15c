/** What the push worker asks of an open dashboard when a notification was tapped, and the answer that it did so. */
const kind = 'busker-open';
export const openedAnswer = 'busker-opened';

export const openRequest = (path: string) => ({ kind, path });

/** The path that the worker asks for; null = another message. Only a path of this origin: `//host` would leave it. */
export function requestedPath(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('kind' in message) || !('path' in message))
    return null;
  const { path } = message;
  if (message.kind !== kind || typeof path !== 'string') return null;
  return /^\/(?![/\\])/.test(path) ? path : null;
}
