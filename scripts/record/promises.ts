import { readPromises, textsOfRepository } from '../promises.mjs';
import type { Json, Recorded } from './compare';

/** Every promise with its lanes. Not the tests that hold it: `npm run promises` lists these. */
export async function promiseLanes(): Promise<Json> {
  const { promises } = readPromises(await textsOfRepository());
  const rows = promises.map(({ id, lanes }): readonly [string, string] => [id, lanes.join(', ')]);
  return Object.fromEntries(rows.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A promise that is gone, or that a lane no longer holds. New promises and further lanes are welcome. */
export function fewerPromises(recorded: Recorded, now: Recorded): readonly string[] {
  const after = now as Readonly<Record<string, string>>;
  return Object.entries(recorded as Readonly<Record<string, string>>).flatMap(([id, lanes]) => {
    const held = after[id];
    if (held === undefined) return [`${id}: gone`];
    const lost = lanes.split(', ').filter((lane) => !held.split(', ').includes(lane));
    return lost.length === 0 ? [] : [`${id}: no longer held by ${lost.join(', ')}`];
  });
}
