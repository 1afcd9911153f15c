import * as v from 'valibot';
import type { Result } from '../base/result';
import type { Pace, Turn } from '../outbox/delivery';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const time = v.nullable(storedTime);

const turn = v.pipe(
  v.object({
    nextAt: time,
    lastAt: time,
    claimedAt: time,
    attempt: whole,
    sentToday: whole,
    day: v.string(),
    firstTip: v.optional(v.picklist(['none', 'due', 'told'])),
  }),
  // Earlier releases did not note it. A channel that sent something counts as one that told a tip.
  v.transform(({ firstTip, ...known }): Turn => ({
    ...known,
    firstTip: firstTip ?? (known.lastAt === null ? 'none' : 'told'),
  })),
);

const paceDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    nextAt: time,
    turns: v.record(v.string(), turn),
    rests: v.record(v.string(), v.object({ until: storedTime, step: whole })),
  }),
};

export function decodePace(stored: unknown): Result<Pace> {
  return decodeStored(paceDocument, stored);
}

const encodeTurn = (turn: Turn): StoredData => ({
  ...turn,
  nextAt: dateOf(turn.nextAt),
  lastAt: dateOf(turn.lastAt),
  claimedAt: dateOf(turn.claimedAt),
});

export function encodePace({ v: version, nextAt, turns, rests }: Pace): StoredData {
  return {
    v: version,
    nextAt: dateOf(nextAt),
    turns: Object.fromEntries(Object.entries(turns).map(([id, turn]) => [id, encodeTurn(turn)])),
    rests: Object.fromEntries(
      Object.entries(rests).map(([id, { until, step }]) => [id, { until: dateOf(until), step }]),
    ),
  };
}
