import type { Deps } from '../deps';
import { EventCounting } from './event-counting';

type Parts = Pick<Deps, 'store' | 'clock' | 'ids' | 'log' | 'jobs' | 'config'>;

/** Counts in the memory of this instance. On one machine each batch is rolled up at once; otherwise the roll-up has its own times. */
export function startCounting({ jobs, config, ...parts }: Parts): EventCounting {
  const { windowMs, rollUpMs } = config.counting;
  return new EventCounting(parts, {
    windowMs,
    onWritten: async () => {
      if (rollUpMs === 0) await jobs.want('roll-up', 'all');
    },
  });
}
