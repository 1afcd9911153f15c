import { parsePublicProfile, type PublicProfile } from '@busker/core/profile/public-profile';
import { parseWall } from '@busker/core/wall/wall';
import type { Timers } from '../timers';
import type { Goal } from './goal-sum';

/** How often goal and owner are read. */
export const everyMs = 60_000;

export interface OwnerShown {
  readonly name: string;
  readonly handle: string;
  /** Null = tips are not paused. */
  readonly pause: PublicProfile['tips']['pause'] | null;
}

async function askFor(path: string): Promise<unknown> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

/** Name and handle as they are now: an old handle leads to the new one. Null when nothing is published or answers. */
export async function readOwner(handle: string): Promise<OwnerShown | null> {
  const read = await askFor(`/v1/profiles/${handle}`).then(parsePublicProfile, () => null);
  if (!read?.ok) return null;
  const { name, handle: current, tips } = read.value;
  return { name, handle: current, pause: tips.pause ?? null };
}

/** Reads the goal now and each minute, until it is stopped. What fails is asked again with the next minute. */
export function followGoal(handle: string, timers: Timers, onGoal: (goal: Goal | null) => void): () => void {
  let cancel = () => {};
  let isOver = false;
  const ask = async () => {
    const wall = await askFor(`/v1/profiles/${handle}/wall`).then(parseWall, () => null);
    if (isOver) return;
    if (wall?.ok) onGoal(wall.value.goal);
    cancel = timers.after(everyMs, () => void ask());
  };
  void ask();
  return () => {
    isOver = true;
    cancel();
  };
}
