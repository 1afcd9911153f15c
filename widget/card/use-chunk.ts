import { useEffect, useState } from 'react';
import { nowAndOnline } from './now-and-online';

/**
 * A part of the card that is fetched when it is wanted. `failed`: it could not be fetched. Wanting it anew tries again, and so does the browser's
 * return to the network while it is wanted.
 */
export type Chunk<T> =
  | { readonly at: 'closed' }
  | { readonly at: 'loading' }
  | { readonly at: 'ready'; readonly part: T }
  | { readonly at: 'failed' };

/** `load` is the same function in every rendering. What was fetched once stays. */
export function useChunk<T>(load: () => Promise<T>, wanted: boolean): Chunk<T> {
  const [chunk, setChunk] = useState<Chunk<T>>({ at: 'closed' });
  const isReady = chunk.at === 'ready';
  useEffect(() => {
    if (!wanted || isReady) return undefined;
    let waiting = true;
    const show = (next: Chunk<T>) => {
      if (waiting) setChunk(next);
    };
    show({ at: 'loading' });
    const stop = nowAndOnline(() => {
      load().then(
        (part) => show({ at: 'ready', part }),
        () => show({ at: 'failed' }),
      );
    });
    return () => {
      waiting = false;
      stop();
    };
  }, [load, wanted, isReady]);
  return chunk;
}
