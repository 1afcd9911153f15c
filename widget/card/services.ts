import type { PublicProfile } from '../../core/profile/public-profile';
import type { Answer, ProfileSource } from '../data/backend';
import type { Count } from '../data/http-counter';
import { tellDeveloper } from '../element/tell-developer';

/** What a card needs from outside. */
export interface CardServices {
  /** Origin of the server that a tag without `host` means; null where every tag must name it. */
  readonly defaultHost: string | null;
  /** Where the build's own files lie for a card of this server, with a slash at the end; '' where there are none. */
  readonly assetsOf: (server: string) => string;
  readonly profilesOf: (host: string) => ProfileSource;
  /** A profile JSON at any address: no server of ours. */
  readonly readFile: (url: string, fresh: boolean) => Promise<Answer<PublicProfile>>;
  readonly count: Count;
}

export type ReadProfile = (fresh: boolean) => Promise<Answer<PublicProfile>>;

/** How the profile that the tag names is read; null when it names none, or not where it lies. */
export function profileReader(
  { defaultHost, profilesOf, readFile }: CardServices,
  src: string | null,
  handle: string | null,
  given: string | null,
): ReadProfile | null {
  if (src) return (fresh) => readFile(src, fresh);
  if (!handle) return null;
  const host = given ?? defaultHost;
  if (host) return (fresh) => profilesOf(host).read(handle, fresh);
  tellDeveloper('Say where the profile lies: <busker-card host="https://…" profile="…">.', 'error');
  return null;
}
