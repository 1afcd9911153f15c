/** The one chunk that every page view loads after its first paint: hooks, and all that follows the profile, the tag and the fan. */
export const loadLate = () => import('./late-parts');

export type LateParts = Awaited<ReturnType<typeof loadLate>>;
