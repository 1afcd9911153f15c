import type { Deps } from '../deps';

/** Milliseconds that an answer to a guess takes at least. One call of Stripe takes less, as a rule. */
export const answerTakes = 2500;

/**
 * Answers after the same time, whatever `work` found: otherwise somebody who guesses could tell from the time whether a guess was right. This holds for
 * work within `answerTakes`. Longer work is answered when it is done, so its time can show that there was something to do. An answer for which
 * `isForGuesser` is false is sent at once: only somebody who knew the secret gets it.
 */
export async function inSameTime<T>(
  { clock, pause }: Pick<Deps, 'clock' | 'pause'>,
  work: () => Promise<T>,
  isForGuesser: (answer: T) => boolean = () => true,
): Promise<T> {
  const began = clock.now();
  const answer = await work();
  // The clock can be set back meanwhile.
  const left = Math.min(answerTakes, answerTakes - (clock.now() - began));
  if (isForGuesser(answer) && left > 0) await pause(left);
  return answer;
}
