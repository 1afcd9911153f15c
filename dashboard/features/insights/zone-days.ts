/** A calendar day, `YYYY-MM-DD`. */
export type Day = string;

export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}

const hour = 3_600_000;
const midnightUtc = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

/** Calendar days, whatever the zone. */
export const shifted = (day: Day, by: number): Day =>
  new Date(midnightUtc(day) + by * 24 * hour).toISOString().slice(0, 10);

export const lengthOf = ({ from, to }: DayRange): number =>
  Math.round((midnightUtc(to) - midnightUtc(from)) / (24 * hour)) + 1;

/** Each day once, oldest first. */
export const daysOf = (range: DayRange): readonly Day[] =>
  Array.from({ length: lengthOf(range) }, (_, at) => shifted(range.from, at));

/** The same number of days before the range. */
export const rangeBefore = (range: DayRange): DayRange => ({
  from: shifted(range.from, -lengthOf(range)),
  to: shifted(range.from, -1),
});

/** The days of one time zone. */
export class ZoneDays {
  readonly #format: Intl.DateTimeFormat;
  readonly #starts = new Map<Day, number>();

  constructor(readonly zone: string) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    this.#format = new Intl.DateTimeFormat('en-CA', {
      ...parts,
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
    });
  }

  /** When a day begins: at midnight, or later where summer time skips midnight. */
  startOf(day: Day): number {
    const known = this.#starts.get(day);
    if (known !== undefined) return known;
    const start = this.#search(day);
    this.#starts.set(day, start);
    return start;
  }

  /** The day of a time. */
  dayOf(at: number): Day {
    const utc = new Date(at).toISOString().slice(0, 10);
    if (at < this.startOf(utc)) return shifted(utc, -1);
    return at < this.startOf(shifted(utc, 1)) ? utc : shifted(utc, 1);
  }

  /** The first quarter of an hour of the day, among those of the zones from UTC−15 to UTC+15. */
  #search(day: Day): number {
    const quarter = hour / 4;
    const first = midnightUtc(day) - 15 * hour;
    let [low, high] = [0, 30 * 4];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.#format.format(first + middle * quarter) >= day) high = middle;
      else low = middle + 1;
    }
    return first + low * quarter;
  }
}
