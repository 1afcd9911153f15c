import type { LinksHealth } from '../../core/documents/link-health-document';
import type { StoredProfile } from '../../core/profile/stored-profile';
import { webLinksOf } from './inspect-link';

/** The link health after publishing: results of removed or changed links are dropped, and a new address is due at once. Null when nothing changes. */
export function plannedCheck(
  before: LinksHealth | undefined,
  profile: StoredProfile,
  now: number,
): LinksHealth | null {
  const wanted = webLinksOf(profile);
  const kept = wanted.flatMap(([id, url]) => {
    const known = before?.links[id];
    return known?.url === url ? [[id, known] as const] : [];
  });
  const gone = Object.keys(before?.links ?? {}).length - kept.length;
  if (kept.length === wanted.length && gone === 0) return null;
  return {
    v: 1,
    uid: profile.uid,
    links: Object.fromEntries(kept),
    checkedAt: before?.checkedAt ?? null,
    nextCheckAt: kept.length < wanted.length ? now : (before?.nextCheckAt ?? now),
  };
}
