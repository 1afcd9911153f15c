import { useEffect, useState } from 'react';
import { nowAndOnline } from '../browser/now-and-online';

/** A part of the card that is fetched on demand. After `failed`, the next `wanted`, or the browser's return to the network, tries again. */
export type Chunk<T> =
  | { readonly at: 'closed' }
  | { readonly at: 'loading' }
  | { readonly at: 'ready'; readonly part: T }
  | { readonly at: 'failed' };

/** `load` must be the same function in every render. A chunk that has loaded stays. */
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
