import type { Micros } from '../values/instant';

/** A resume token is the time of its snapshot. */
export const resumeToken = (time: Micros): string => Buffer.from(`at:${time}`).toString('base64');

/** null for an unknown token: the listener then gets the full result. */
export function resumeTime(token: string): Micros | null {
  const found = /^at:(\d{1,16})$/.exec(Buffer.from(token, 'base64').toString('latin1'));
  return found?.[1] === undefined ? null : Number(found[1]);
}
