import { useEffect, useState } from 'react';
import { nowAndOnline } from '../browser/now-and-online';

/** A part of the card that is fetched on demand. After `failed`, the next `wanted`, or the browser's return to the network, tries again. */
export type Chunk<T> =
  | { readonly at: 'closed' }
  | { readonly at: 'loading' }
  | { readonly at: 'ready'; readonly part: T }
  | { readonly at: 'failed' };

/**
 * The `load` of the first render counts: minifiers of sites (Next.js with Turbopack) write a function that is used once where it is used, so that each
 * render has another, and an effect that depends on it would never end. A chunk that has loaded stays. After `failed`, another `round` tries again.
 */
export function useChunk<T>(given: () => Promise<T>, wanted: boolean, round: unknown = null): Chunk<T> {
  const [load] = useState(() => given);
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
    // oxlint-disable-next-line react/exhaustive-deps
  }, [load, wanted, isReady, round]);
  return chunk;
}
