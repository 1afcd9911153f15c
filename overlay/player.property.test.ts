import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Played } from './testing/played';

const second = 1000;
const minute = 60 * second;

/** Lets the pages of older alerts arrive. */
const settled = async () => {
  for (let n = 0; n < 20; n += 1) await Promise.resolve();
};

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('tips' as const), count: fc.integer({ min: 1, max: 14 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 40_000 }) }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'offline' as const }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'online' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reload' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'pause' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'resume' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function run(played: Played, next: Step): Promise<void> {
  switch (next.kind) {
    case 'tips':
      played.arrive(next.count);
      break;
    case 'pass':
      played.timers.pass(next.ms);
      break;
    case 'offline':
    case 'online':
      played.source.connect(next.kind === 'online');
      break;
    case 'reload':
      played.open();
      break;
    case 'pause':
    case 'resume':
      played.source.change({ paused: next.kind === 'pause' });
      break;
  }
  await settled();
}

// Holds out-078.
it('shows each alert once, whatever the connection, reloads and pauses do within the replay window', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const played = new Played({ replayMinutes: 60 }).open();
      let tips = 0;
      for (const next of steps) {
        await run(played, next);
        if (next.kind === 'tips') tips += next.count;
      }
      played.source.connect(true);
      played.source.change({ paused: false });
      await settled();
      played.timers.pass(10 * minute);
      expect(played.told).toBe(tips);
      const single = played.titles.filter((title) => title.startsWith('tip'));
      expect(new Set(single).size).toBe(single.length);
      expect([played.now, played.timers.open]).toEqual([null, 0]);
    }),
    { numRuns: 60 },
  );
});

// Holds out-026.
it.each([1, 50, 500])(
  'of 500 tips in a minute, %i at a time, shows ten cards and sums that are exact',
  async (atOnce) => {
    const played = new Played().open();
    for (let n = 0; n < 500; n += atOnce) {
      played.arrive(Math.min(atOnce, 500 - n), { amount: 100 });
      await settled();
      played.timers.pass((60 * second * atOnce) / 500);
    }
    await settled();
    played.timers.pass(10 * minute);
    const amount = played.cards.reduce(
      (sum, card) =>
        sum +
        (card.kind === 'alert' ? card.entry.amount : card.sums.reduce((all, each) => all + each.amount, 0)),
      0,
    );
    expect([played.told, amount]).toEqual([500, 50_000]);
    expect(played.cards.length).toBeLessThanOrEqual(12);
  },
);

// Holds out-079.
it('after three hours with a tip every seven seconds and a lost connection every ten minutes, keeps no more than after ten minutes', async () => {
  const played = new Played().open();
  let tips = 0;
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 7 * second) {
      played.arrive();
      tips += 1;
      played.timers.pass(7 * second);
      if (tips % 86 === 0) played.source.connect(false);
      if (tips % 86 === 9) played.source.connect(true);
      await settled();
    }
  };
  await pass(10 * minute);
  const early = played.timers.open;
  await pass(170 * minute);
  played.source.connect(true);
  await settled();
  played.timers.pass(10 * minute);
  expect(played.told).toBe(tips);
  expect(early).toBeLessThanOrEqual(1);
  expect(played.timers.open).toBe(0);
  expect(played.newest).toHaveLength(200);
  // At most 5,000 ids of 24 hours.
  expect(played.memory.text?.length).toBeLessThan(200_000);
});
