import type Stripe from 'stripe';
import type { JobEntity, Sandbox } from './sandbox';

/** A time that stands still for its customers until it is advanced: https://docs.stripe.com/billing/testing/test-clocks */
export interface TestClockEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly name: string | null;
  /** Epoch milliseconds. */
  readonly frozenAt: number;
}

/** Stripe deletes a clock thirty days after it was made. The sandbox keeps it until it is deleted or reset. */
const LIFE = 30 * 24 * 3600;

export function formatTestClock(
  clock: TestClockEntity,
  towards: number | null = null,
): Stripe.TestHelpers.TestClock {
  return {
    id: clock.id,
    object: 'test_helpers.test_clock',
    created: clock.created,
    deletes_after: clock.created + LIFE,
    frozen_time: Math.floor(clock.frozenAt / 1000),
    livemode: false,
    name: clock.name,
    status: towards === null ? 'ready' : 'advancing',
    status_details: towards === null ? {} : { advancing: { target_frozen_time: towards } },
  } satisfies Stripe.TestHelpers.TestClock;
}

/** The test clock of a customer, a subscription or an invoice; null = there is none. */
export function testClockOf({ store }: Pick<Sandbox, 'store'>, id: string): string | null {
  const owned = store.get('subscription', id) ?? store.get('invoice', id);
  return store.get('customer', owned?.customer ?? id)?.testClock ?? null;
}

/**
 * The sandbox at the time of a test clock. Billing that is planned there waits until the clock is advanced; anything else, such as the booking of a
 * charge, keeps its delay in the sandbox's own time.
 */
export function inTestClock(sandbox: Sandbox, id: string | null): Sandbox {
  if (id === null) return sandbox;
  const { store, clock } = sandbox;
  const now = (): number => store.get('testClock', id)?.frozenAt ?? clock.now();
  const put: typeof store.put = (kind, entity) => {
    if (kind !== 'job') return store.put(kind, entity);
    const job = entity as JobEntity;
    const waits = job.task.kind === 'billing';
    store.put('job', { ...job, ...(waits ? { testClock: id } : { dueAt: job.dueAt - now() + clock.now() }) });
  };
  return {
    ...sandbox,
    store: { ...store, put },
    clock: { ...clock, now, seconds: () => Math.floor(now() / 1000) },
  };
}
