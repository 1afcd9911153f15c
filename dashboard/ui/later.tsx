import { lazy, type ComponentType } from 'react';

/** The code of a part did not arrive: no bug, but the network's doing. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded';
}

let round = 0;
/** What did not load is asked for once more when it is next drawn. */
export const askAgain = (): void => void (round += 1);

/** A part whose code comes when it is first drawn. React keeps a failure for ever; here it ends with `askAgain`. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let failedIn: number | null = null;
  const begin = () =>
    lazy(async () => {
      const began = round;
      try {
        return { default: await load() };
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
