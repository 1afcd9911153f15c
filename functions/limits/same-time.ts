import type { Deps } from '../deps';

/** Milliseconds that an answer to a guess takes at least. Stripe answers well within them. */
export const answerTakes = 2500;

/**
 * Answers after the same time, whatever `work` found: otherwise the time would tell who guesses whether they were near. `isForGuesser` = false lets an
 * answer go at once, because only who did not guess gets it.
 */
export async function inSameTime<T>(
  { clock, pause }: Pick<Deps, 'clock' | 'pause'>,
  work: () => Promise<T>,
  isForGuesser: (answer: T) => boolean = () => true,
): Promise<T> {
  const began = clock.now();
  const answer = await work();
  const left = answerTakes - (clock.now() - began);
  if (isForGuesser(answer) && left > 0) await pause(left);
  return answer;
}
