import { daysIn } from '../base/zoned-day';

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/** Reads the minute of the day (0 to 1439) by the clock of a time zone. */
export function minutesIn(zone: string): (millis: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    numberingSystem: 'latn',
  });
  return (millis) => {
    const [hours = 0, minutes = 0] = format.format(millis).split(':').map(Number);
    return hours * 60 + minutes;
  };
}

/** The shortest way from one minute of the day to another, at most half a day. */
const stepTo = (from: number, to: number) =>
  ((to - from + dayMinutes / 2 + dayMinutes) % dayMinutes) - dayMinutes / 2;

/** When the clock of a zone next shows this minute of the day, from `after` on. A minute that the clock skips is the first one after it. */
export function nextMinute(minute: number, after: number, zone: string): number {
  const minuteOf = minutesIn(zone);
  const start = Math.ceil(after / minuteMs) * minuteMs;
  const wait = (minute - minuteOf(start) + dayMinutes) % dayMinutes;
  const guess = start + wait * minuteMs;
  // Clocks that change in between move the guess by up to an hour or so.
  const better = guess + stepTo(minuteOf(guess), minute) * minuteMs;
  return Math.max(start, better);
}

const evening = 18 * 60;

/** When the next daily or weekly message is due: at 18:00 of the owner's zone, weekly on Mondays. */
export function digestAt(mode: 'daily' | 'weekly', now: number, zone: string): number {
  const dayOf = daysIn(zone);
  let at = nextMinute(evening, now, zone);
  for (let days = 0; mode === 'weekly' && days < 7; days += 1) {
    if (new Date(dayOf(at)).getUTCDay() === 1) return at;
    at = nextMinute(evening, at + minuteMs, zone);
  }
  return at;
}

/** When the next day begins. */
export const nextMidnight = (now: number, zone: string): number => nextMinute(0, now + 1, zone);
