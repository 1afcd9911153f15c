import type { PublicProfile } from '@busker/core/profile/profile';
import type { Answer, ProfileSource } from '../data/backend';
import type { Count } from '../server/http-counter';
import type { CardTreeProps } from '../signals/controls';

/** Everything that a card needs from outside. */
export interface CardServices {
  /** Origin of the server for a tag without `host`. Null: every tag must have a `host`. */
  readonly defaultHost: string | null;
  /** The folder of the build's files for a card of this server, ending in a slash; '' if there is none. */
  readonly assetsOf: (server: string) => string;
  readonly profilesOf: (host: string) => ProfileSource;
  /** Reads a profile JSON from any address, without a Busker server. */
  readonly readFile: (url: string, fresh: boolean) => Promise<Answer<PublicProfile>>;
  readonly count: Count;
  /** The tag names no server, and must. */
  readonly missesHost?: () => void;
}

export type ReadProfile = (fresh: boolean) => Promise<Answer<PublicProfile>>;

/** A function that reads the tag's profile. Null if the tag has no profile or no server. */
export function profileReader(
  { defaultHost, profilesOf, readFile, missesHost }: CardServices,
  src: string | null,
  handle: string | null,
  given: string | null,
): ReadProfile | null {
  if (src) return (fresh) => readFile(src, fresh);
  if (!handle) return null;
  const host = given ?? defaultHost;
  if (host) return (fresh) => profilesOf(host).read(handle, fresh);
  missesHost?.();
  return null;
}

/** What every part of a card gets. A profile file has no server: its pictures are beside it, and its tips are paid at its `tipUrl`. */
export function partsOf(services: CardServices, { settings, controls, shadow }: CardTreeProps) {
  const { src } = settings;
  const host = src ? new URL(src, document.baseURI).origin : (settings.host ?? services.defaultHost ?? '');
  const assets = services.assetsOf(src ? '' : host);
  return { settings, controls, shadow, host, isFile: src !== null, assets, count: services.count };
}
