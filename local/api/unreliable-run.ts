import type { Deps } from '../../functions/deps';
import { runSweep, type SweepName } from '../../functions/jobs/run-sweep';
import { seededRandom } from '../../emulators/stripe/events/webhook-faults';
import { compareWithStripe, type UnreliableRun } from './compare-with-stripe';
import type { OpenApi } from './open-api';
import { everything, oneTip, someDaysLater, someWeeksLater, type PaidBy } from './unreliable-people';

const minute = 60_000;
const day = 24 * 60 * minute;

/** One clock for Stripe, for the schedules and for requests. */
interface Clocks {
  readonly deps: Deps;
  readonly advance: (milliseconds: number) => Promise<void>;
}

function clocksOf(api: OpenApi): Clocks {
  let ahead = 0;
  return {
    deps: { ...api.deps, clock: { now: () => Date.now() + ahead } },
    async advance(milliseconds) {
      ahead += milliseconds;
      await api.control('clock/advance', { milliseconds });
    },
  };
}

/**
 * Runs tips under faults: 30 % of webhook deliveries are lost, 30 % are duplicated, all are reordered; connections to
 * Stripe break before and after the work, and 5 % of its answers are a 500 (some of them replayed for the same key).
 * Then the faults end, and the sweeps of two days run. Days later there are refunds, disputes and warnings, with more
 * faults; weeks later refunds fail and disputes close, with every event lost. Then the sweeps run once more, and
 * everything is compared with Stripe.
 */
export async function unreliableRun(
  api: OpenApi,
  tips: number,
  seed: number,
  paidBy: PaidBy,
): Promise<UnreliableRun> {
  const clocks = clocksOf(api);
  // Each part has its own random numbers, so that the order of the parts does not change the results.
  const chances = (of: number) => seededRandom(seed + of * 7919);
  await addFaults(api, 0.3);
  await manyAtOnce(tips, (index) => oneTip(api, paidBy, chances(index)));
  await clearFaults(api);
  await sweepTwoDays(clocks);
  for (const [round, later] of [someDaysLater, someWeeksLater].entries()) {
    const all = await everything(api);
    // In the second round every event is lost. Most of these changes have two events, so a lower rate would lose few
    // changes.
    await addFaults(api, round === 0 ? 0.6 : 1);
    await clocks.advance((round === 0 ? 5 : 30) * day);
    const acts = later({ api, deps: clocks.deps }, all, chances(tips + round));
    await manyAtOnce(acts.length, async (index) => void (await acts[index]?.()));
    await runSweep(clocks.deps, 'daily');
    await runSweep(clocks.deps, 'hourly');
    await clearFaults(api);
  }
  await sweepTwoDays(clocks);
  await api.stripe.webhooksIdle();
  return compareWithStripe(api);
}

export async function addFaults(api: OpenApi, drop: number): Promise<void> {
  await api.control('webhookFaults', { drop, duplicate: 0.3, shuffle: 200 });
  const faults = [
    { fault: { kind: 'fail', status: 500, when: 'before' }, share: 0.03 },
    { fault: { kind: 'fail', status: 500, when: 'during' }, share: 0.01 },
    { fault: { kind: 'fail', status: 500, when: 'after' }, share: 0.01 },
    { fault: { kind: 'cut', when: 'before' }, share: 0.05 },
    { fault: { kind: 'cut', when: 'after' }, share: 0.05 },
  ];
  for (const fault of faults) await api.control('faults/add', { route: '*', ...fault });
}

export async function clearFaults(api: OpenApi): Promise<void> {
  await api.control('faults/clear');
  await api.control('webhookFaults', { drop: 0, duplicate: 0, shuffle: 0 });
}

export async function manyAtOnce(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let begun = 0;
  const worker = async () => {
    for (; begun < count;) {
      begun += 1;
      await work(begun - 1);
    }
  };
  await Promise.all(Array.from({ length: Math.min(48, count) }, worker));
}

/** Runs the schedules of two days in order, and advances Stripe's clock with them, so that keys and sessions expire. */
async function sweepTwoDays({ deps, advance }: Clocks): Promise<void> {
  const plan: readonly (readonly [minutes: number, name: SweepName])[] = [
    [5, 'every-5-minutes'],
    [60, 'hourly'],
    [60, 'every-5-minutes'],
    [24 * 60, 'daily'],
    [60, 'hourly'],
    [5, 'every-5-minutes'],
    [23 * 60, 'daily'],
    [2 * 60, 'hourly'],
  ];
  for (const [minutes, name] of plan) {
    await advance(minutes * minute);
    await runSweep(deps, name);
  }
}
