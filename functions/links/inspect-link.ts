import type { LinkHealth } from '../../core/documents/link-health-document';
import type { StoredProfile } from '../../core/profile/stored-profile';
import { isWebAddress } from '../../core/base/safe-url';
import type { Deps } from '../deps';
import type { SafeFetchAnswer } from '../http/safe-fetch/safe-fetch';
import { linksBack } from './links-back';

export interface LinkInspection extends Pick<LinkHealth, 'state' | 'status' | 'movedTo'> {
  /** Null = unknown: no answer, another site, or a site that refuses programs. */
  readonly linksBack: boolean | null;
}

const siteOf = (url: string) => new URL(url).hostname.replace(/^www\./, '');

/** Fetches a link's page once: its status, and whether it links back. */
export async function inspectLink(
  { fetchPage, config }: Pick<Deps, 'fetchPage' | 'config'>,
  profile: StoredProfile,
  url: string,
): Promise<LinkInspection> {
  const page = await fetchPage(url);
  if (!page.ok) return { ...withoutAnswer(page.problem), movedTo: null, linksBack: null };
  const { status } = page;
  if (siteOf(page.url) !== siteOf(url)) return { state: 'moved', status, movedTo: page.url, linksBack: null };
  const state = stateOf(status);
  const back = state === 'ok' ? linksBack(page, profile, config.publicOrigin) : null;
  return { state, status, movedTo: null, linksBack: back };
}

type Failure = Extract<SafeFetchAnswer, { ok: false }>['problem'];

/** A page that is too large, or an address that we may not visit, says nothing about the link. */
function withoutAnswer(problem: Failure): Pick<LinkHealth, 'state' | 'status'> {
  const unknown: readonly Failure[] = ['too-large', 'port-not-allowed'];
  return { state: unknown.includes(problem) ? 'unknown' : 'unreachable', status: null };
}

function stateOf(status: number): LinkHealth['state'] {
  if (status >= 200 && status < 300) return 'ok';
  if (status === 404 || status === 410) return 'gone';
  // Some networks answer programs with a status of their own (999).
  return status >= 500 && status < 600 ? 'unreachable' : 'unknown';
}

/** The web links of a profile that are or will be shown, by id. */
export function webLinksOf({ links }: StoredProfile): readonly (readonly [id: string, url: string])[] {
  return Object.entries(links).flatMap(([id, { on, url }]) =>
    on && isWebAddress(url) ? [[id, url] as const] : [],
  );
}
