import { AsyncLocalStorage } from 'node:async_hooks';
import type { InMemoryDeps } from './in-memory-deps';

interface Player {
  readonly begin: () => Promise<void>;
  state: 'new' | 'playing' | 'done';
  /** The held calls, in order. */
  readonly held: (() => void)[];
  /** Called each time a call is held, and at the end. */
  stopped: () => void;
}

const current = new AsyncLocalStorage<Player>();

/**
 * Runs several tasks concurrently, one step at a time. A step ends at the next request to the store or the picture storage, or call of Stripe.
 * `order` gives the order of steps by index in `works`. When it is used up, each task runs to its end in order. Returns the number of steps of each.
 */
export async function interleave(
  deps: Pick<InMemoryDeps, 'store' | 'payments' | 'pictures'>,
  works: readonly (() => Promise<void>)[],
  order: readonly number[],
): Promise<readonly number[]> {
  deps.store.pause = hold;
  deps.payments.pause = hold;
  deps.pictures.pause = hold;
  const players = works.map((begin): Player => ({ begin, state: 'new', held: [], stopped: ignore }));
  const steps = works.map(() => 0);
  const step = async (index: number) => {
    const player = players[index];
    if (player === undefined || player.state === 'done') return;
    steps[index] = (steps[index] ?? 0) + 1;
    await playOn(player);
  };
  for (const index of order) await step(index);
  for (const [index, player] of players.entries()) while (player.state !== 'done') await step(index);
  return steps;
}

const ignore = () => undefined;

/** Lets a task take one step. No other task runs meanwhile, so the order is the requested one. */
async function playOn(player: Player): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    player.stopped = resolve;
  });
  if (player.state === 'new') begin(player);
  else player.held.shift()?.();
  // A task with two held calls may wait for the second one without a new call.
  if (player.held.length > 0) setImmediate(player.stopped);
  await stopped;
}

function begin(player: Player): void {
  player.state = 'playing';
  const end = () => {
    player.state = 'done';
    player.stopped();
  };
  void current.run(player, player.begin).then(end, end);
}

async function hold(): Promise<void> {
  const player = current.getStore();
  if (player === undefined) return;
  await new Promise<void>((resolve) => {
    player.held.push(resolve);
    player.stopped();
  });
}
