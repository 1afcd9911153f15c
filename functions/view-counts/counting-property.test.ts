import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CardEvent } from '../../core/dashboard-api/channel-api';
import { handleClaimDocument, profileDocument } from '../../core/profile-documents/profile-document';
import { paths } from '../../core/documents/documents';
import { fakeProfile } from '../../core/testing/fakes';
import { InMemoryStore } from '../testing/in-memory-store';
import { StoreUnavailable } from '../store/store';
import { storedCounts } from '../testing/counted';
import { inMemoryDeps, type InMemoryDeps } from '../testing/in-memory-deps';
import { EventCounting } from './event-counting';
import { rollUp } from './roll-up';
import { runs } from '../../core/testing/runs';

const known = ['ada', 'zoe'] as const;

type Step =
  | { readonly kind: 'views'; readonly handle: string; readonly count: number }
  /** Views of 250 unknown names, so that a round needs several commits. */
  | { readonly kind: 'crowd' }
  | { readonly kind: 'wait'; readonly ms: number }
  /** The instance gets SIGTERM and writes what it has; or it crashes. Another one starts. */
  | { readonly kind: 'ends' }
  | { readonly kind: 'crashes' }
  | { readonly kind: 'roll-up' }
  /** A roll-up that dies at this request. */
  | { readonly kind: 'dying-roll-up'; readonly at: number }
  | { readonly kind: 'store'; readonly state: StoreState };

/** `away`: nothing lands. `silent`: writes land, and their answers are lost. */
type StoreState = 'well' | 'away' | 'silent';

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('views'),
      handle: fc.constantFrom(...known, 'nobody'),
      count: fc.integer({ min: 1, max: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'crowd' } as const) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.integer({ min: 1, max: 15_000 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'ends' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'crashes' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'roll-up' } as const) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('dying-roll-up'), at: fc.integer({ min: 0, max: 20 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('store'), state: fc.constantFrom('well', 'away', 'silent') }),
  },
);

/** A store that may carry out a commit and lose the answer. */
class ForgetfulStore extends InMemoryStore {
  state: StoreState = 'well';

  override async commit(...given: Parameters<InMemoryStore['commit']>): Promise<boolean> {
    if (this.state === 'away') throw new StoreUnavailable(new Error('away'));
    const landed = await super.commit(...given);
    if (this.state === 'silent') throw new StoreUnavailable(new Error('no answer'));
    return landed;
  }
}

function begin(): Omit<InMemoryDeps, 'store'> & { readonly store: ForgetfulStore } {
  const store = new ForgetfulStore();
  for (const handle of known) {
    const uid = `uid-${handle}`;
    const claim = { v: 1, handle, uid, state: 'live', claimedAt: 1, usedAt: 1 } as const;
    store.put(paths.handle(handle), handleClaimDocument.encode(claim));
    store.put(paths.profile(uid), profileDocument.encode(fakeProfile({ uid, handle })));
  }
  return { ...inMemoryDeps(), store };
}

const viewsOf = (handle: string, count: number): readonly CardEvent[] =>
  Array.from({ length: count }, () => ({ kind: 'view', handle }));

/** One instance at a time. `sent` and `mayBeLost` are the views of known profiles. */
class Instances {
  readonly deps = begin();
  sent = 0;
  mayBeLost = 0;
  private counting = this.newInstance();
  /** The views that this instance has not stored for certain. */
  private held = 0;

  private newInstance() {
    return new EventCounting(this.deps, { windowMs: 10_000, onWritten: () => Promise.resolve() });
  }

  async take(next: Step): Promise<void> {
    switch (next.kind) {
      case 'views':
        return this.send(viewsOf(next.handle, next.count));
      case 'crowd':
        return this.send(Array.from({ length: 250 }, (_, n) => ({ kind: 'view', handle: `b${n}` })));
      case 'wait':
        return this.deps.clock.advance(next.ms);
      case 'ends':
        await this.counting.end();
        return this.replace();
      case 'crashes':
        return this.replace();
      case 'roll-up':
        return this.rollUp(Infinity);
      case 'dying-roll-up':
        return this.rollUp(next.at);
      case 'store':
        this.deps.store.state = next.state;
    }
  }

  async send(events: readonly CardEvent[]): Promise<void> {
    const counted = events.filter(({ handle }) => handle === 'ada' || handle === 'zoe').length;
    const before = this.deps.store.requests;
    this.sent += counted;
    this.held += counted;
    await this.counting.add(events);
    if (this.deps.store.state === 'well' && this.deps.store.requests > before) this.held = 0;
  }

  private replace(): void {
    this.mayBeLost += this.held;
    this.held = 0;
    this.counting = this.newInstance();
  }

  async rollUp(deathAt: number): Promise<void> {
    let left = deathAt;
    this.deps.store.fault = () => {
      left -= 1;
      if (left < 0) throw new Error('killed');
    };
    await rollUp(this.deps).catch(() => undefined);
    this.deps.store.fault = () => undefined;
  }

  /** The store answers again, the instance ends, and everything is rolled up. */
  async settle(): Promise<number> {
    this.deps.store.state = 'well';
    await this.counting.end();
    await rollUp(this.deps);
    return known.reduce((sum, handle) => sum + storedCounts(this.deps, `uid-${handle}`).views, 0);
  }
}

// Holds dash-109, host-043.
it('counts each view once, whatever happens, except those in the open window of an instance that crashes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const stripe = new Instances();
      for (const next of steps) await stripe.take(next);
      const counted = await stripe.settle();
      expect(counted).toBeLessThanOrEqual(stripe.sent);
      expect(counted).toBeGreaterThanOrEqual(stripe.sent - stripe.mayBeLost);
    }),
    { numRuns: runs(150, 50) },
  );
});

// Holds host-044.
it('counts every view when instances end as they should and the store answers', async () => {
  const harmless = step.filter(({ kind }) => kind !== 'crashes' && kind !== 'store');
  await fc.assert(
    fc.asyncProperty(fc.array(harmless, { maxLength: 60 }), async (steps) => {
      const stripe = new Instances();
      for (const next of steps) await stripe.take(next);
      expect(await stripe.settle()).toBe(stripe.sent);
    }),
    { numRuns: runs(100, 50) },
  );
});
