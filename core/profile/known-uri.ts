/** Addresses of apps that have a page on the web: what is copied from an app opens there only, the page opens for everybody. */
const known: readonly (readonly [RegExp, (...parts: readonly string[]) => string])[] = [
  // developer.spotify.com/documentation/web-api/concepts/spotify-uris-ids
  [
    /^spotify:(?:user:[\w.-]+:)?(artist|album|track|playlist|show|episode):([A-Za-z0-9]+)$/,
    (kind, id) => `https://open.spotify.com/${kind}/${id}`,
  ],
  [/^spotify:user:([\w.-]+)$/, (user) => `https://open.spotify.com/user/${user}`],
  // atproto.com/specs/at-uri-scheme; a handle is a host name.
  [/^at:\/\/((?:[\w-]+\.)+[a-z][\w-]*|did:[a-z]+:[\w.-]+)\/?$/i, (who) => `https://bsky.app/profile/${who}`],
  [
    /^at:\/\/((?:[\w-]+\.)+[a-z][\w-]*|did:[a-z]+:[\w.-]+)\/app\.bsky\.feed\.post\/(\w+)$/i,
    (who, post) => `https://bsky.app/profile/${who}/post/${post}`,
  ],
  [/^@?([\w-]+\.bsky\.social)$/i, (handle) => `https://bsky.app/profile/${handle}`],
  // RFC 7565: an account on a server, as the fediverse writes it.
  [/^acct:@?([\w.-]+)@([\w-]+(?:\.[\w-]+)+)$/i, (name, server) => `https://${server}/@${name}`],
  // matrix.org: MSC2312
  [/^matrix:u\/([\w.=/+-]+:[\w.-]+)$/i, (user) => `https://matrix.to/#/@${user}`],
  [/^matrix:r\/([\w.=/+-]+:[\w.-]+)$/i, (room) => `https://matrix.to/#/#${room}`],
  [/^@([\w.=/+-]+:[\w-]+(?:\.[\w-]+)+)$/, (user) => `https://matrix.to/#/@${user}`],
  [/^whatsapp:\/\/send\/?\?(?:.*&)?phone=\+?(\d{5,15})(?:&.*)?$/i, (phone) => `https://wa.me/${phone}`],
  [/^tg:\/\/resolve\?(?:.*&)?domain=(\w+)(?:&.*)?$/i, (name) => `https://t.me/${name}`],
  [/^instagram:\/\/user\?username=([\w.]+)$/i, (name) => `https://instagram.com/${name}`],
  [/^twitter:\/\/user\?screen_name=(\w+)$/i, (name) => `https://x.com/${name}`],
  [/^snapchat:\/\/add\/([\w.-]+)$/i, (name) => `https://www.snapchat.com/add/${name}`],
  [/^(?:vnd\.youtube|youtube):(?:\/\/)?([\w-]{11})$/i, (video) => `https://www.youtube.com/watch?v=${video}`],
  [/^sgnl:\/\/(signal\.me\/.+)$/i, (rest) => `https://${rest}`],
  [/^nostr:(n(?:pub|profile|event|ote)1[a-z0-9]+)$/i, (id) => `https://njump.me/${id}`],
];

/** The web page of an address that an app or a protocol uses; null for all others. */
export function knownUri(typed: string): string | null {
  for (const [pattern, page] of known) {
    const [, ...parts] = pattern.exec(typed) ?? [];
    if (parts.length > 0) return page(...parts);
  }
  return null;
}
