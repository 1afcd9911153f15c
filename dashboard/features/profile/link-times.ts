import type { DraftLink } from '../../../core/profile/link';

const pad = (part: number) => String(part).padStart(2, '0');

/** As a date field wants it, in the owner's own time; empty = no time. */
export function fieldTime(at: number | null | undefined): string {
  if (at == null) return '';
  const time = new Date(at);
  // While a year is typed it is one of the first centuries; a field takes four digits or nothing at all.
  const year = String(time.getFullYear()).padStart(4, '0');
  const day = `${year}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  return `${day}T${pad(time.getHours())}:${pad(time.getMinutes())}`;
}

/** The other way round; null = empty, undefined = half typed. */
export function timeOfField(written: string): number | null | undefined {
  if (written === '') return null;
  const at = new Date(written).getTime();
  return Number.isNaN(at) ? undefined : at;
}

/** Where a link is in its time: `due` = not yet shown, `over` = no longer. */
export function linkPhase({ from, until }: DraftLink, now: number): 'always' | 'due' | 'now' | 'over' {
  if (from == null && until == null) return 'always';
  if (until != null && until <= now) return 'over';
  return from != null && from > now ? 'due' : 'now';
}
