import type { DraftLink } from '../../../core/profile/link';

const pad = (part: number) => String(part).padStart(2, '0');

/** In the format of a date field, in the owner's time zone; empty = no time. */
export function fieldTime(at: number | null | undefined): string {
  if (at == null) return '';
  const time = new Date(at);
  // While a year is being typed it is below 1000; a date field takes four digits or nothing.
  const year = String(time.getFullYear()).padStart(4, '0');
  const day = `${year}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  return `${day}T${pad(time.getHours())}:${pad(time.getMinutes())}`;
}

/** The reverse; null = empty, undefined = incomplete. */
export function timeOfField(written: string): number | null | undefined {
  if (written === '') return null;
  const at = new Date(written).getTime();
  return Number.isNaN(at) ? undefined : at;
}

/** Whether a link's time has come: `due` = not yet, `over` = no longer. */
export function linkPhase({ from, until }: DraftLink, now: number): 'always' | 'due' | 'now' | 'over' {
  if (from == null && until == null) return 'always';
  if (until != null && until <= now) return 'over';
  return from != null && from > now ? 'due' : 'now';
}
