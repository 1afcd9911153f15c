import { AsyncLocalStorage } from 'node:async_hooks';
import type { InMemoryDeps } from './in-memory-deps';

interface Player {
  readonly begin: () => Promise<void>;
  state: 'new' | 'playing' | 'done';
  /** What was asked for and is not carried out yet, in order. */
  readonly held: (() => void)[];
  /** Called each time something is held, and at the end. */
  stopped: () => void;
}

const current = new AsyncLocalStorage<Player>();

/**
 * Plays several things at once, one step at a time: a step goes from one request of the store or the picture storage, or call of Stripe, to the next. `turns` says
 * whose step comes next, by their place in `works`; when it is used up, each one runs to its end in their order. Returns how many steps
 * each one took.
 */
export async function playInTurns(
  deps: Pick<InMemoryDeps, 'store' | 'payments' | 'pictures'>,
  works: readonly (() => Promise<void>)[],
  turns: readonly number[],
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
  for (const index of turns) await step(index);
  for (const [index, player] of players.entries()) while (player.state !== 'done') await step(index);
  return steps;
}

const ignore = () => undefined;

/** Lets a player take one step. Nobody else runs meanwhile, so the order is the one that was asked for. */
async function playOn(player: Player): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    player.stopped = resolve;
  });
  if (player.state === 'new') begin(player);
  else player.held.shift()?.();
  // Who asked for two things at once may wait for the second one without asking for anything new.
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
