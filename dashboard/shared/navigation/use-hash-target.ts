import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { whenThere } from '../../ui/when-there';

/** State of an address: the screen's search field is wanted. */
export const atSearch = { at: 'search' } as const;

const wantsSearch = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'at' in state && state.at === atSearch.at;

function placeIn(hash: string): HTMLElement | null {
  const id = decodeURIComponent(hash.slice(1));
  return id === '' ? null : (document.getElementById(id)?.closest<HTMLElement>('main *') ?? null);
}

/** A panel is read from its heading on, a link of the list is opened by its button. */
function land(place: HTMLElement): void {
  place.scrollIntoView({ block: 'start' });
  const target = place.querySelector<HTMLElement>('h2, [aria-expanded]') ?? place;
  target.focus({ preventScroll: true });
}

/** Leads to the part of a screen that an address names (`/payments#costs`), as soon as it is there. */
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
