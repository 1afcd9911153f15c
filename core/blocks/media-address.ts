import { isLocalHost } from '../links/link';
import { readUrl } from '../text/safe-url';

/** The services whose player a page can show. `mastodon` and `peertube` are programs that run on many hosts. */
type MediaService = 'youtube' | 'vimeo' | 'spotify' | 'soundcloud' | 'bandcamp' | 'mastodon' | 'peertube';

/** Its name, in every language the same. */
export const mediaNames: Readonly<Record<MediaService, string>> = {
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  spotify: 'Spotify',
  soundcloud: 'SoundCloud',
  bandcamp: 'Bandcamp',
  mastodon: 'Mastodon',
  peertube: 'PeerTube',
};

export interface Media {
  readonly service: MediaService;
  /** Of the player. A page asks it only after a press. */
  readonly frame: string;
  /** The room that the player needs. */
  readonly shape: 'video' | 'audio' | 'list' | 'post';
}

type Reader = (url: URL) => Omit<Media, 'service'> | null;

const video = (frame: string) => ({ frame, shape: 'video' }) as const;

/** `90`, `90s` or `1h2m3s`, as YouTube's own addresses say where a video begins. */
function secondsOf(written: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(written) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** The host that is built for embedding sets no cookie before the video plays (support.google.com/youtube/answer/171780, "privacy-enhanced mode"). */
const youtube: Reader = ({ hostname, pathname, searchParams }) => {
  const [, first = '', second = ''] = pathname.split('/');
  const isShort = hostname === 'youtu.be';
  const named = /^(?:embed|shorts|live)$/.test(first) ? second : isShort ? first : null;
  const id = named ?? (first === 'watch' ? searchParams.get('v') : null) ?? '';
  const list = first === 'playlist' ? (searchParams.get('list') ?? '') : '';
  const host = 'https://www.youtube-nocookie.com/embed';
  const start = secondsOf(searchParams.get('t') ?? searchParams.get('start') ?? '');
  if (/^[\w-]{11}$/.test(id)) return video(`${host}/${id}?autoplay=1${start > 0 ? `&start=${start}` : ''}`);
  return /^[\w-]{12,50}$/.test(list) ? video(`${host}/videoseries?list=${list}`) : null;
};

/** `dnt`: the player sets no cookies and counts nothing (developer.vimeo.com/player/sdk/embed). A video that is not listed has a key, `h`. */
const vimeo: Reader = ({ hostname, pathname, searchParams }) => {
  const path = hostname === 'player.vimeo.com' ? /^\/video\/(\d{5,12})$/ : /^\/(\d{5,12})(?:\/(\w{8,16}))?$/;
  const [, id, key = searchParams.get('h')] = path.exec(pathname.replace(/\/$/, '')) ?? [];
  if (id === undefined) return null;
  const own = key !== null && /^\w{8,16}$/.test(key) ? `&h=${key}` : '';
  return video(`https://player.vimeo.com/video/${id}?dnt=1&autoplay=1${own}`);
};

const spotify: Reader = ({ pathname }) => {
  const [, kind, id] =
    /^\/(?:intl-[a-z-]{2,7}\/)?(?:embed\/)?(track|episode|album|playlist|artist|show)\/([A-Za-z\d]{22})\/?$/.exec(
      pathname,
    ) ?? [];
  if (kind === undefined || id === undefined) return null;
  const shape = /^(?:track|episode)$/.test(kind) ? 'audio' : 'list';
  return { frame: `https://open.spotify.com/embed/${kind}/${id}`, shape };
};

const soundcloud: Reader = ({ pathname }) => {
  const [, path, isSet] = /^(\/[\w-]{1,100}(?:\/(sets))?\/[\w-]{1,200})\/?$/.exec(pathname) ?? [];
  if (path === undefined) return null;
  const track = encodeURIComponent(`https://soundcloud.com${path}`);
  return {
    frame: `https://w.soundcloud.com/player/?url=${track}&auto_play=true&hide_related=true&show_comments=false`,
    shape: isSet === undefined ? 'audio' : 'list',
  };
};

/** Only the address in Bandcamp's embed code has the number that its player needs. */
const bandcamp: Reader = ({ pathname }) => {
  const parts = pathname.split('/');
  const [album, track] = ['album', 'track'].map((name) =>
    parts.find((part) => new RegExp(`^${name}=\\d{1,12}$`).test(part)),
  );
  if (parts[1] !== 'EmbeddedPlayer' || (album ?? track) === undefined) return null;
  const named = [album, track].filter((part) => part !== undefined).join('/');
  const look = track === undefined ? 'size=large/artwork=small' : 'size=large/tracklist=false/artwork=small';
  return {
    frame: `https://bandcamp.com/EmbeddedPlayer/${named}/${look}/`,
    shape: track === undefined ? 'list' : 'audio',
  };
};

/** docs.joinmastodon.org/methods/oembed: a post's own address with `/embed`. */
const mastodon: Reader = ({ host, pathname }) => {
  const [, path] = /^(\/@[\w.-]{1,100}(?:@[\w.-]{1,200})?\/\d{5,25})(?:\/embed)?\/?$/.exec(pathname) ?? [];
  return path === undefined ? null : { frame: `https://${host}${path}/embed`, shape: 'post' };
};

/** `p2p=0`: the player fetches nothing from other viewers, who would see this one's address (docs.joinpeertube.org/api/embed-player). */
const peertube: Reader = ({ host, pathname }) => {
  const [, id] =
    /^\/(?:w|videos\/(?:watch|embed))\/([1-9A-HJ-NP-Za-km-z]{22}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/.exec(
      pathname,
    ) ?? [];
  return id === undefined
    ? null
    : video(`https://${host}/videos/embed/${id}?autoplay=1&p2p=0&warningTitle=0`);
};

const byHost: Readonly<Record<string, readonly [MediaService, Reader]>> = {
  'youtube.com': ['youtube', youtube],
  'm.youtube.com': ['youtube', youtube],
  'music.youtube.com': ['youtube', youtube],
  'youtube-nocookie.com': ['youtube', youtube],
  'youtu.be': ['youtube', youtube],
  'vimeo.com': ['vimeo', vimeo],
  'player.vimeo.com': ['vimeo', vimeo],
  'open.spotify.com': ['spotify', spotify],
  'soundcloud.com': ['soundcloud', soundcloud],
  'm.soundcloud.com': ['soundcloud', soundcloud],
  'bandcamp.com': ['bandcamp', bandcamp],
};

/** A name that everyone finds: no number, no name of one network, and no sign that no name has. */
const isPublicName = (host: string): boolean =>
  /^(?:[a-z\d-]{1,63}\.)+(?!\d+$)[a-z\d-]{2,63}$/.test(host) && !isLocalHost(host);

/** These run on hosts of anybody. */
const byPath: readonly (readonly [MediaService, Reader])[] = [
  ['mastodon', mastodon],
  ['peertube', peertube],
];

/**
 * What an address plays; null = no player is known for it. The player's address is built anew from the id alone: nothing else of what was typed reaches it.
 * A host is compared whole, so `youtube.com.example` is no YouTube.
 */
export function readMedia(address: string): Media | null {
  const url = readUrl(address.trim());
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password + url.port !== '')
    return null;
  const name = url.hostname.replace(/^www\./, '');
  const known = Object.hasOwn(byHost, name) ? byHost[name] : undefined;
  const others = isPublicName(url.hostname) ? byPath : [];
  const readers = known === undefined ? others : [known];
  for (const [service, read] of readers) {
    const media = read(url);
    if (media !== null) return { service, ...media };
  }
  return null;
}
