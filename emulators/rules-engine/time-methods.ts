import { plain, type Method, type Methods } from './method';
import { failure, int, timestamp } from './value';

const second = 1_000_000_000n;
const day = 86_400n * second;

/** Rounds down, also before 1970. */
const floorDiv = (a: bigint, b: bigint): bigint => (a >= 0n ? a / b : (a - b + 1n) / b);
const dateOf = (nanos: bigint): Date => new Date(Number(floorDiv(nanos, 1_000_000n)));
const part = (read: (date: Date) => number): Method<'timestamp'> =>
  plain((self) => {
    const value = read(dateOf(self.nanos));
    return Number.isNaN(value) ? failure('This time is out of range.') : int(value);
  });

function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
}

/** All in UTC. Monday is 1 and Sunday is 7. */
export const timestampMethods: Methods<'timestamp'> = {
  date: plain((self) => timestamp(floorDiv(self.nanos, day) * day)),
  time: plain((self) => ({ kind: 'duration', nanos: self.nanos - floorDiv(self.nanos, day) * day })),
  toMillis: plain((self) => int(floorDiv(self.nanos, 1_000_000n))),
  nanos: plain((self) => int(self.nanos - floorDiv(self.nanos, second) * second)),
  seconds: part((date) => date.getUTCSeconds()),
  minutes: part((date) => date.getUTCMinutes()),
  hours: part((date) => date.getUTCHours()),
  day: part((date) => date.getUTCDate()),
  month: part((date) => date.getUTCMonth() + 1),
  year: part((date) => date.getUTCFullYear()),
  dayOfWeek: part((date) => ((date.getUTCDay() + 6) % 7) + 1),
  dayOfYear: part(dayOfYear),
};

export const durationMethods: Methods<'duration'> = {
  seconds: plain((self) => int(self.nanos / second)),
  nanos: plain((self) => int(self.nanos % second)),
};
