import type { Failure } from './failure';

const silences: ReadonlySet<Failure['code']> = new Set([
  'api/unreachable',
  'api/timed-out',
  'api/unreadable',
  'api/internal',
  // The server has recorded the request and continues by itself.
  'api/service-unavailable',
]);

/** After these failures it is unknown whether the server did what was asked. */
export const isSilence = ({ code }: Failure): boolean => silences.has(code);
