import { expect, it } from 'vitest';
import { knownUri } from './known-uri';

it.each([
  ['spotify:user:ada:playlist:37i9dQZF1DX', 'https://open.spotify.com/playlist/37i9dQZF1DX'],
  ['spotify:artist:0OdUWJ0sBjDrqHygGUXeCF', 'https://open.spotify.com/artist/0OdUWJ0sBjDrqHygGUXeCF'],
  ['spotify:user:ada', 'https://open.spotify.com/user/ada'],
  ['at://ada.example.com', 'https://bsky.app/profile/ada.example.com'],
  ['at://did:plc:abc123/app.bsky.feed.post/3k2', 'https://bsky.app/profile/did:plc:abc123/post/3k2'],
  ['@ada.bsky.social', 'https://bsky.app/profile/ada.bsky.social'],
  ['acct:ada@mastodon.example', 'https://mastodon.example/@ada'],
  ['matrix:u/ada:matrix.example', 'https://matrix.to/#/@ada:matrix.example'],
  ['matrix:r/cello:matrix.example', 'https://matrix.to/#/#cello:matrix.example'],
  ['@ada:matrix.example', 'https://matrix.to/#/@ada:matrix.example'],
  ['whatsapp://send?text=Hi&phone=+4915112345678', 'https://wa.me/4915112345678'],
  ['tg://resolve?domain=ada', 'https://t.me/ada'],
  ['instagram://user?username=ada.lind', 'https://instagram.com/ada.lind'],
  ['twitter://user?screen_name=ada', 'https://x.com/ada'],
  ['snapchat://add/ada', 'https://www.snapchat.com/add/ada'],
  ['vnd.youtube:dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['sgnl://signal.me/#p/+4915112345678', 'https://signal.me/#p/+4915112345678'],
  ['nostr:npub1abc', 'https://njump.me/npub1abc'],
  ['https://adalind.example/', null],
])('the page of %s is %s', (typed, page) => {
  expect(knownUri(typed)).toBe(page);
});
