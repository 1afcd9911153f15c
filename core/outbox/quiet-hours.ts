import type { QuietHours } from './channel';
import { minutesIn, nextMinute } from './wall-clock';

const isWithin = (minute: number, { from, to }: QuietHours): boolean =>
  from <= to ? minute >= from && minute < to : minute >= from || minute < to;

/** The same time, or the end of the quiet hours that it lies in. Quiet hours delay a message and never drop it. */
export function afterQuiet(at: number, quiet: QuietHours | null, zone: string): number {
  if (quiet === null || quiet.from === quiet.to) return at;
  if (!isWithin(minutesIn(zone)(at), quiet)) return at;
  return nextMinute(quiet.to, at, zone);
}
