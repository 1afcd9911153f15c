declare module 'vitest' {
  // Tests read these with `inject('kills')`.
  interface ProvidedContext {
    /**
     * In the first two lanes: a property test has at most a hundred runs, also where it names more (core/testing/runs.ts), and the browser tests pay on
     * some pages of the zoo (e2e/zoo.ts).
     */
    isShort: boolean;
    /** Factor for the runs of each property test. */
    times: number;
    /** The seed of each property test; null: another one in each run. */
    seed: number | null;
    /** How often a test of durability ends its server with kill -9. */
    kills: number;
    /** The same for the sign-in server. Each kill waits five seconds, for what the server promises to have saved by then. */
    accountKills: number;
    /** Tips of the run in which webhooks and answers of Stripe are lost, repeated and reordered. */
    unreliableTips: number;
    /** The same for monthly tips: fans, and months that are played. */
    unreliableMonths: { fans: number; months: number };
    /** Jobs of three server processes, one of which is killed. */
    sharedJobs: number;
    /** A test of all orders of two works takes every n-th of them. */
    everyNthOrder: number;
  }
}

/** One seed for all runs of `npm test`: the same commit always gets the same verdict. */
const seed = 20_261_122;

const short = {
  isShort: true,
  times: 1,
  seed,
  kills: 5,
  accountKills: 2,
  // Fewer meet too few payment methods and too few faults: the tests say so.
  unreliableTips: 80,
  unreliableMonths: { fans: 12, months: 3 },
  sharedJobs: 30,
  everyNthOrder: 13,
};
const soak = {
  isShort: false,
  times: 10,
  seed,
  kills: 200,
  accountKills: 50,
  unreliableTips: 2000,
  unreliableMonths: { fans: 500, months: 13 },
  sharedJobs: 1000,
  everyNthOrder: 1,
};

/** The seed that `npm run hunt` has drawn and printed; null: each property draws its own. */
function seedOfHunt({ BUSKER_HUNT_SEED: seed }: NodeJS.ProcessEnv): number | null {
  return seed === undefined ? null : Number(seed);
}

/**
 * How much the tests repeat. BUSKER_SOAK is set by `npm run soak`, BUSKER_HUNT (the factor) by `npm run hunt`. Only a hunt has random
 * seeds: a fault that chance finds in `npm test` has nothing to do with the change that is tested.
 */
export function testDepth(environment: NodeJS.ProcessEnv = process.env) {
  const factor = Number(environment['BUSKER_HUNT'] ?? 0);
  if (factor > 0) return { ...short, isShort: false, times: factor, seed: seedOfHunt(environment) };
  return environment['BUSKER_SOAK'] ? soak : short;
}
