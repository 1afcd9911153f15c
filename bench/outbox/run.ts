import { runParts, type BenchOptions, type BenchRow } from '../bench-row';
import { heapOfTips } from './heap';
import { thousandKills } from './kills';
import { planningAlone, realMinute } from './real-minute';
import { withinSchedule } from './within-schedule';

const parts = { planningAlone, realMinute, withinSchedule, heapOfTips, thousandKills };

/** What owners are told, while the receivers fail: whether tips are slower, and whether something is lost. */
export const run = (options: BenchOptions): Promise<BenchRow[]> => runParts('outbox', parts, options);
