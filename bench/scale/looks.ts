import type { BenchOptions, BenchRow } from '../bench-row';
import { day, leftOut, settleAccounts } from './accounts';
import { monthlyCost } from './prices';
import { sendTips } from './tips';
import { passTime } from './virtual-time';
import { moveTo, scaleWorld, type ScaleWorld } from './world';

/** The jobs that look at accounts, from now on. */
async function wantLooks({ deps }: ScaleWorld): Promise<void> {
  await deps.jobs.want('reconcile', 'all');
  await deps.jobs.want('follow-unsettled', 'all');
}

/** Ends the runner at some moment of its work: from then on it reaches neither the store nor Stripe. Its lease stays. */
function killOnce({ inner }: ScaleWorld, afterRequests: number): { readonly revive: () => void } {
  let left = afterRequests;
  inner.store.fault = () => {
    left -= 1;
    if (left < 0) throw new Error('The process was killed');
  };
  return { revive: () => (inner.store.fault = () => undefined) };
}

/** A day of looks at 10,000 accounts: 2,700 tips on the day before, five runners killed in the middle of their work. */
export async function dayOfLooks({ quick, log }: BenchOptions): Promise<BenchRow[]> {
  const scale = quick ? 0.02 : 1;
  const classes = { active: 2_000 * scale, cool: 3_000 * scale, idle: 5_000 * scale };
  const size = classes.active + classes.cool + classes.idle;
  const world = await scaleWorld(size, { published: classes.active });
  const { store, calls, clock } = world;
  await sendTips(world, 2_700 * scale, classes.active, day);
  moveTo(clock, Math.ceil(clock.now() / day) * day);
  settleAccounts(world, classes);
  store.reset();
  calls.reset();
  const began = clock.now();
  await wantLooks(world);
  for (let kill = 1; kill <= 5; kill += 1) {
    const { revive } = killOnce(world, 40 * kill + 20);
    await passTimeKilled(world, began + (kill * day) / 7);
    revive();
    await passTime(world, began + (kill * day) / 7 + 1);
  }
  await passTime(world, began + day);
  const { requests, read, written } = store.counts;
  log(`a day of looks: ${calls.toString()}`);
  const what = `a day of looks at ${size} accounts`;
  return [
    { what: `${what}: calls of Stripe`, value: calls.total, unit: 'count', atMost: 11_000 * scale },
    { what: 'calls in the busiest second', value: calls.busiest, unit: 'count', atMost: 25 },
    { what: 'requests of the store', value: requests, unit: 'count', atMost: quick ? null : 12_000 },
    { what: 'documents read', value: read, unit: 'count', atMost: 40_000 * scale },
    { what: 'documents written', value: written, unit: 'count', atMost: null },
    { what: 'accounts looked at twice', value: calls.repeated('listBookings'), unit: 'ratio', atMost: 0.02 },
    { what: 'accounts left out', value: leftOut(world), unit: 'count', atMost: 0 },
    {
      what: 'a month of it in the store',
      value: monthlyCost({ requests, read, written }, 0),
      unit: 'USD',
      atMost: null,
    },
  ];
}

/** Until the runner is killed. */
async function passTimeKilled(world: ScaleWorld, until: number): Promise<void> {
  await passTime(world, until).catch(() => undefined);
}

/** 30 virtual days in which nothing happens to 10,000 accounts. */
export async function idleMonth({ quick, log }: BenchOptions): Promise<BenchRow[]> {
  const size = quick ? 200 : 10_000;
  const world = await scaleWorld(size, { published: 0 });
  const { store, calls, clock } = world;
  settleAccounts(world, { active: 0, cool: 0, idle: size });
  await wantLooks(world);
  // The first look at an account also stores what Stripe says about it.
  await passTime(world, clock.now() + 30 * day - 1);
  store.reset();
  calls.reset();
  await passTime(world, clock.now() + 30 * day);
  log(`30 idle days: ${calls.toString()}`);
  return [
    {
      what: `30 days of ${size} idle accounts: calls of Stripe`,
      value: calls.total,
      unit: 'count',
      atMost: size,
    },
    {
      what: 'requests of the store',
      value: store.counts.requests,
      unit: 'count',
      atMost: quick ? null : 2 * size,
    },
    { what: 'documents read', value: store.counts.read, unit: 'count', atMost: null },
    { what: 'accounts left out', value: leftOut(world), unit: 'count', atMost: 0 },
  ];
}

/** Stripe does not answer for two virtual days, and for one of them it refuses the key. */
export async function stripeAway({ quick, log }: BenchOptions): Promise<BenchRow[]> {
  const size = quick ? 50 : 1_000;
  const world = await scaleWorld(size, { published: size });
  const { inner, clock } = world;
  settleAccounts(world, { active: size, cool: 0, idle: 0 });
  await wantLooks(world);
  await passTime(world, clock.now() + day);
  const unavailable = { kind: 'unavailable', error: new Error('No answer') } as const;
  const refused = {
    ...unavailable,
    key: { why: 'invalid', code: 'platform_api_key_expired', requestId: null, permission: null },
  } as const;
  for (const outage of [unavailable, refused]) {
    inner.payments.outage = outage;
    inner.accounts.outage = outage;
    await passTime(world, clock.now() + day);
  }
  inner.payments.outage = null;
  inner.accounts.outage = null;
  await passTime(world, clock.now() + day);
  const marked = Object.entries(inner.store.dump()).filter(
    ([path, data]) => path.endsWith('/server/payments') && data['disconnectedAt'] !== null,
  );
  const behind = Object.entries(inner.store.dump()).filter(
    ([path, data]) => path.startsWith('stripeAccounts/') && Number(data['comparedAt']) < clock.now() - day,
  );
  log(`Stripe away: ${inner.lines.length} lines in the log`);
  return [
    {
      what: `Stripe away for 2 days, ${size} accounts: marked as disconnected`,
      value: marked.length,
      unit: 'count',
      atMost: 0,
    },
    { what: 'not compared within a day afterwards', value: behind.length, unit: 'count', atMost: 0 },
  ];
}
