import { useEffect } from 'react';
import { useLocation } from 'react-router';

const acts = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const;

/** Calls back when an element exists, because screens load code and data late. Stops at the first user input, which must not be interrupted. */
export function whenThere(find: () => HTMLElement | null, found: (element: HTMLElement) => void): () => void {
  const there = find();
  if (there) {
    found(there);
    return () => {};
  }
  const observer = new MutationObserver(() => {
    const element = find();
    if (!element) return;
    stop();
    found(element);
  });
  function stop(): void {
    observer.disconnect();
    for (const act of acts) window.removeEventListener(act, stop, true);
  }
  observer.observe(document.body, { childList: true, subtree: true });
  for (const act of acts) window.addEventListener(act, stop, true);
  return stop;
}

/** History state that asks for the focus in the screen's search field. */
export const atSearch = { at: 'search' } as const;

const wantsSearch = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'at' in state && state.at === atSearch.at;

function placeIn(hash: string): HTMLElement | null {
  const id = decodeURIComponent(hash.slice(1));
  return id === '' ? null : (document.getElementById(id)?.closest<HTMLElement>('main *') ?? null);
}

/** A panel gets the focus on its heading, a link of the list on its button. */
function land(place: HTMLElement): void {
  place.scrollIntoView({ block: 'start' });
  const target = place.querySelector<HTMLElement>('h2, [aria-expanded]') ?? place;
  target.focus({ preventScroll: true });
}

/** Scrolls to the part of a screen that an address names (`/settings/payments#costs`), as soon as it exists. */
export function useHashTarget(): void {
  const location = useLocation();
  const { key, hash } = location;
  const search = wantsSearch(location.state);
  useEffect(() => {
    if (search) {
      return whenThere(
        () => document.querySelector('main input[type="search"]'),
        (field) => field.focus(),
      );
    }
    if (hash === '') return undefined;
    return whenThere(() => placeIn(hash), land);
  }, [key, hash, search]);
}
