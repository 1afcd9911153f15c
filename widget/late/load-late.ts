import type { Count } from '../server/http-counter';

/** The one chunk that every page view loads after its first paint: hooks, and all that follows the profile, the tag and the fan. */
export const loadLate = () => import('./late-parts');

export type LateParts = Awaited<ReturnType<typeof loadLate>>;

/** Counts as soon as the late part is there: a view is sent after more than a second anyway. A card whose late part is missing counts nothing. */
export const lateCount =
  (card?: string): Count =>
  (host, event) =>
    void loadLate().then(
      ({ countNow }) => countNow(card, host, event),
      () => undefined,
    );
