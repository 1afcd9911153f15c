import { readUrl } from '../text/safe-url';

/**
 * Platforms beyond the five of platform.ts: recognised by host name, named by label. This is data only, loaded when a card or the editor has a link
 * that the five do not cover. `id` is the slug of the platform's icon in simple-icons where it has one.
 */
export interface Platform {
  readonly id: string;
  readonly label: string;
  /** Host names; their subdomains count too. The longest that matches wins (music.youtube.com before youtube.com). */
  readonly hosts: readonly string[];
}

// One platform per line: id | label | hosts.
const table = `
instagram | Instagram | instagram.com instagr.am
x | X | x.com twitter.com
tiktok | TikTok | tiktok.com
youtube | YouTube | youtube.com youtu.be
youtubemusic | YouTube Music | music.youtube.com
facebook | Facebook | facebook.com fb.com fb.me
messenger | Messenger | messenger.com m.me
threads | Threads | threads.net threads.com
whatsapp | WhatsApp | whatsapp.com wa.me
telegram | Telegram | t.me telegram.me telegram.org
signal | Signal | signal.me signal.group
discord | Discord | discord.com discord.gg
line | LINE | line.me
kakaotalk | KakaoTalk | open.kakao.com pf.kakao.com
wechat | WeChat | wechat.com weixin.qq.com
snapchat | Snapchat | snapchat.com
bluesky | Bluesky | bsky.app
mastodon | Mastodon | mastodon.social mastodon.online mstdn.social fosstodon.org hachyderm.io
linkedin | LinkedIn | linkedin.com lnkd.in
pinterest | Pinterest | pinterest.com pinterest.co.uk pinterest.de pinterest.fr pinterest.es pinterest.it pinterest.jp pin.it
reddit | Reddit | reddit.com redd.it
tumblr | Tumblr | tumblr.com
vk | VK | vk.com
sinaweibo | Weibo | weibo.com weibo.cn
xiaohongshu | Xiaohongshu | xiaohongshu.com xhslink.com
bilibili | Bilibili | bilibili.com b23.tv
zhihu | Zhihu | zhihu.com
naver | Naver | naver.com
note | note | note.com
pixiv | pixiv | pixiv.net
niconico | Niconico | nicovideo.jp nico.ms
twitch | Twitch | twitch.tv
kick | Kick | kick.com
vimeo | Vimeo | vimeo.com
dailymotion | Dailymotion | dailymotion.com dai.ly
peertube | PeerTube | joinpeertube.org
nebula | Nebula | nebula.tv
spotify | Spotify | spotify.com spotify.link
applemusic | Apple Music | music.apple.com
applepodcasts | Apple Podcasts | podcasts.apple.com
appstore | App Store | apps.apple.com
googleplay | Google Play | play.google.com
soundcloud | SoundCloud | soundcloud.com
bandcamp | Bandcamp | bandcamp.com
deezer | Deezer | deezer.com
tidal | TIDAL | tidal.com
mixcloud | Mixcloud | mixcloud.com
audiomack | Audiomack | audiomack.com
lastdotfm | Last.fm | last.fm
audible | Audible | audible.com audible.co.uk audible.de
patreon | Patreon | patreon.com
kofi | Ko-fi | ko-fi.com
buymeacoffee | Buy Me a Coffee | buymeacoffee.com
liberapay | Liberapay | liberapay.com
opencollective | Open Collective | opencollective.com
kickstarter | Kickstarter | kickstarter.com
indiegogo | Indiegogo | indiegogo.com
paypal | PayPal | paypal.com paypal.me
venmo | Venmo | venmo.com
cashapp | Cash App | cash.app
substack | Substack | substack.com
medium | Medium | medium.com
ghost | Ghost | ghost.io
wordpress | WordPress | wordpress.com
blogger | Blogger | blogspot.com blogger.com
devdotto | DEV | dev.to
hashnode | Hashnode | hashnode.com hashnode.dev
github | GitHub | github.com
gitlab | GitLab | gitlab.com
codeberg | Codeberg | codeberg.org
bitbucket | Bitbucket | bitbucket.org
stackoverflow | Stack Overflow | stackoverflow.com
npm | npm | npmjs.com
codepen | CodePen | codepen.io
figma | Figma | figma.com
behance | Behance | behance.net
dribbble | Dribbble | dribbble.com
artstation | ArtStation | artstation.com
deviantart | DeviantArt | deviantart.com
flickr | Flickr | flickr.com flic.kr
500px | 500px | 500px.com
unsplash | Unsplash | unsplash.com
vsco | VSCO | vsco.co
etsy | Etsy | etsy.com
gumroad | Gumroad | gumroad.com
shopify | Shopify | myshopify.com
bigcartel | Big Cartel | bigcartel.com
redbubble | Redbubble | redbubble.com
ebay | eBay | ebay.com ebay.co.uk ebay.de
amazon | Amazon | amazon.com amazon.co.uk amazon.de amazon.fr amazon.es amazon.it amazon.co.jp amazon.ca amzn.to
itchdotio | itch.io | itch.io
steam | Steam | steamcommunity.com steampowered.com
roblox | Roblox | roblox.com
chessdotcom | Chess.com | chess.com
lichess | Lichess | lichess.org
goodreads | Goodreads | goodreads.com
letterboxd | Letterboxd | letterboxd.com
imdb | IMDb | imdb.com
strava | Strava | strava.com
komoot | komoot | komoot.com
meetup | Meetup | meetup.com
eventbrite | Eventbrite | eventbrite.com eventbrite.co.uk eventbrite.de
bandsintown | Bandsintown | bandsintown.com
songkick | Songkick | songkick.com
calendly | Calendly | calendly.com
zoom | Zoom | zoom.us
googlemaps | Google Maps | maps.google.com maps.app.goo.gl
orcid | ORCID | orcid.org
researchgate | ResearchGate | researchgate.net
wikipedia | Wikipedia | wikipedia.org
keybase | Keybase | keybase.io
`;

export const platformCatalogue: readonly Platform[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', label = '', hosts = ''] = line.split(' | ');
    return { id, label, hosts: hosts.split(' ') };
  });

const byHost = new Map(
  platformCatalogue.flatMap((platform) => platform.hosts.map((host) => [host, platform])),
);

const byScheme: ReadonlyMap<string, Platform> = new Map([
  ['mailto:', { id: 'email', label: 'Email', hosts: [] }],
  ['tel:', { id: 'phone', label: 'Phone', hosts: [] }],
]);

/** The platform of an address, by its scheme and host name alone; null for any other site. */
export function findPlatform(url: string): Platform | null {
  const parsed = readUrl(url);
  if (!parsed) return null;
  const labels = parsed.hostname.replace(/\.$/, '').split('.');
  for (let i = 0; i < labels.length - 1; i += 1) {
    const found = byHost.get(labels.slice(i).join('.'));
    if (found) return found;
  }
  return byScheme.get(parsed.protocol) ?? null;
}
