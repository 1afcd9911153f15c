import { lazy, type ComponentType } from 'react';
import { laterStyles } from './later-styles';

/** The code of a part did not load: a network problem, not a bug. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded';
}

let round = 0;
/** A failed load is retried at the next render. */
export const askAgain = (): void => void (round += 1);

/** A part whose code loads at its first render. React keeps a failed load for ever; here `askAgain` resets it. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let failedIn: number | null = null;
  const begin = () =>
    lazy(async () => {
      const began = round;
      try {
        const [part] = await Promise.all([load(), laterStyles()]);
        return { default: part };
      } catch (thrown) {
        failedIn = began;
        throw new NotLoaded('The code of this part did not load', { cause: thrown });
      }
    });
  let Part = begin();
  return function Later(props: P) {
    if (failedIn !== null && failedIn !== round) {
      failedIn = null;
      Part = begin();
    }
    return <Part {...props} />;
  };
}
