import { onSchedule } from 'firebase-functions/scheduler';
import { onTaskDispatched } from 'firebase-functions/tasks';
import { parseConfig } from '../config';
import type { Deps } from '../deps';
import { functionOptions } from '../function-options';
import { liveDeps } from '../live-deps';
import { answerRing } from './answer-ring';
import { readRing } from './read-ring';
import { sweepOutbox } from './sweep-outbox';

const options = functionOptions(process.env);

/** Made at the first run, so that a deploy can read this file without any secret. */
let made: Deps | undefined;
const deps = (): Deps => (made ??= liveDeps(parseConfig(process.env)));

/** A task is one ring. It fails, and is tried again, only when the store did not answer; every answer of a receiver is stored with the time of the next try. */
const queue = (name: 'outboxrelay' | 'outboxsend' | 'outboxslow') =>
  onTaskDispatched<unknown>(options[name], async ({ data }) => {
    const ring = readRing(data);
    if (ring !== undefined) await answerRing(deps(), ring);
  });

export const outboxrelay = queue('outboxrelay');
export const outboxsend = queue('outboxsend');
export const outboxslow = queue('outboxslow');

/** Finds what no ring told. It must not wait for the jobs of `tick`. */
export const outboxsweep = onSchedule({ ...options.outboxSweep, schedule: 'every 1 minutes' }, async () => {
  const own = deps();
  await sweepOutbox(own, (ring) => answerRing(own, ring));
});
