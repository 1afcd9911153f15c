/**
 * No cache may keep the answer. `private` is needed as well: Hosting's edge keeps an answer that says `no-store` alone
 * (firebase.google.com/docs/hosting/manage-cache, fastly.com/documentation/guides/concepts/cache/cache-freshness).
 */
export const notCached = 'private, no-store';

/** Shared caches may keep the answer for `seconds`. Browsers ask again each time. */
export const sharedFor = (seconds: number): string => `public, max-age=0, s-maxage=${seconds}`;

/** Seconds that shared caches keep "not found": a crowd at a wrong address costs little, and a profile published later appears soon. */
export const missingFor = 10;
