import type { Deps } from '../../functions/deps';
import { runSweep, type SweepName } from '../../functions/jobs/run-sweep';
import { seededRandom } from '../../emulators/stripe/events/webhook-faults';
import { compareWithStripe, type UnreliableRun } from './compare-with-stripe';
import type { OpenApi } from './open-api';
import { everything, oneTip, someDaysLater, someWeeksLater } from './unreliable-people';

const minute = 60_000;
const day = 24 * 60 * minute;

/** One time for all: Stripe's clock, and that of our own schedules and requests. */
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
 * Fans, owners and banks on a bad day: three in ten webhook deliveries are lost, three in ten come twice, all are shuffled; sockets to
 * Stripe are cut before and after the work was done, and one answer in twenty is a 500 (some of them kept under their key and
 * repeated). Then the faults end, and the sweeps run as they do within two days. Days later refunds are made and arrive, and disputes and
 * warnings come, told worse than before; weeks later refunds fail and disputes end, and nothing of it is told. The sweeps run once more,
 * and all is compared with Stripe.
 */
export async function unreliableRun(api: OpenApi, tips: number, seed: number): Promise<UnreliableRun> {
  const clocks = clocksOf(api);
  // Each has chances of its own: who gets what is not decided by who is quicker.
  const chances = (of: number) => seededRandom(seed + of * 7919);
  await worsen(api, 0.3);
  await manyAtOnce(tips, (index) => oneTip(api, chances(index)));
  await calm(api);
  await sweepTwoDays(clocks);
  for (const [round, later] of [someDaysLater, someWeeksLater].entries()) {
    const all = await everything(api);
    // Of what happens weeks later nothing at all is told: most of it would be told by two events otherwise.
    await worsen(api, round === 0 ? 0.6 : 1);
    await clocks.advance((round === 0 ? 5 : 30) * day);
    const acts = later({ api, deps: clocks.deps }, all, chances(tips + round));
    await manyAtOnce(acts.length, async (index) => void (await acts[index]?.()));
    await runSweep(clocks.deps, 'daily');
    await calm(api);
  }
  await sweepTwoDays(clocks);
  await api.stripe.webhooksIdle();
  return compareWithStripe(api);
}

async function worsen(api: OpenApi, drop: number): Promise<void> {
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

async function calm(api: OpenApi): Promise<void> {
  await api.control('faults/clear');
  await api.control('webhookFaults', { drop: 0, duplicate: 0, shuffle: 0 });
}

async function manyAtOnce(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let begun = 0;
  const worker = async () => {
    for (; begun < count;) {
      begun += 1;
      await work(begun - 1);
    }
  };
  await Promise.all(Array.from({ length: Math.min(48, count) }, worker));
}

/** The schedules of two days, in the order of their time; Stripe's clock goes along, so that keys are forgotten and sessions end. */
async function sweepTwoDays({ deps, advance }: Clocks): Promise<void> {
  const plan: readonly (readonly [minutes: number, name: SweepName])[] = [
    [5, 'every-5-minutes'],
    [60, 'hourly'],
    [60, 'every-5-minutes'],
    [24 * 60, 'daily'],
    [60, 'hourly'],
    [5, 'every-5-minutes'],
    [23 * 60, 'daily'],
  ];
  for (const [minutes, name] of plan) {
    await advance(minutes * minute);
    await runSweep(deps, name);
  }
}
