import type { Failure } from './failure';

const silences: ReadonlySet<Failure['code']> = new Set([
  'api/unreachable',
  'api/timed-out',
  'api/unreadable',
  'api/internal',
  // The server has noted what it was asked for, and goes on by itself.
  'api/service-unavailable',
]);

/** After these nobody here knows whether what was asked for is done. */
export const isSilence = ({ code }: Failure): boolean => silences.has(code);
