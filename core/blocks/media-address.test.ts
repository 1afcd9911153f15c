import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../testing/runs';
import { readMedia } from './media-address';

const peertubeId = 'kkGMgK9ZtnKfYAgnEtQxbv';

// Holds dash-1203, dash-1321.
it.each([
  [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=4',
    'youtube',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=4',
  ],
  [
    'https://youtu.be/dQw4w9WgXcQ?t=1h2m3s',
    'youtube',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=3723',
  ],
  [
    'https://youtu.be/dQw4w9WgXcQ?t=soon',
    'youtube',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
  ],
  [
    'https://youtu.be/dQw4w9WgXcQ?si=abc',
    'youtube',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
  ],
  [
    'http://m.youtube.com/shorts/dQw4w9WgXcQ',
    'youtube',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
  ],
  [
    'https://www.youtube.com/playlist?list=PL0123456789ab',
    'youtube',
    'https://www.youtube-nocookie.com/embed/videoseries?list=PL0123456789ab',
  ],
  ['https://vimeo.com/76979871', 'vimeo', 'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1'],
  [
    'https://vimeo.com/76979871/8272103f6e/',
    'vimeo',
    'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1&h=8272103f6e',
  ],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
    'vimeo',
    'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1&h=8272103f6e',
  ],
  [
    'https://open.spotify.com/intl-de/track/4cOdK2wGLETKBW3PvgPWqT?si=x',
    'spotify',
    'https://open.spotify.com/embed/track/4cOdK2wGLETKBW3PvgPWqT',
  ],
  [
    'https://open.spotify.com/album/4cOdK2wGLETKBW3PvgPWqT',
    'spotify',
    'https://open.spotify.com/embed/album/4cOdK2wGLETKBW3PvgPWqT',
  ],
  [
    'https://soundcloud.com/ada/engine',
    'soundcloud',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fada%2Fengine&auto_play=true&hide_related=true&show_comments=false',
  ],
  [
    'https://soundcloud.com/ada/sets/notes',
    'soundcloud',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fada%2Fsets%2Fnotes&auto_play=true&hide_related=true&show_comments=false',
  ],
  [
    'https://bandcamp.com/EmbeddedPlayer/album=123/size=large/bgcol=ffffff/',
    'bandcamp',
    'https://bandcamp.com/EmbeddedPlayer/album=123/size=large/artwork=small/',
  ],
  [
    'https://bandcamp.com/EmbeddedPlayer/album=123/track=45/',
    'bandcamp',
    'https://bandcamp.com/EmbeddedPlayer/album=123/track=45/size=large/tracklist=false/artwork=small/',
  ],
  [
    'https://mastodon.example/@ada@other.example/112233445566',
    'mastodon',
    'https://mastodon.example/@ada@other.example/112233445566/embed',
  ],
  [
    `https://tube.example/w/${peertubeId}`,
    'peertube',
    `https://tube.example/videos/embed/${peertubeId}?autoplay=1&p2p=0&warningTitle=0`,
  ],
])('makes the address of the player with the least tracking from %s', (address, service, frame) => {
  expect(readMedia(` ${address} `)).toMatchObject({ service, frame });
});

// Holds dash-1203, dash-1321.
it.each([
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'https://yоutube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=dQw4w9WgXc',
  'https://www.youtube.com/playlist?list=short',
  'https://www.youtube.com/@ada',
  'https://www.youtube.com/playlist',
  'https://www.youtube.com/watch',
  'https://youtu.be/',
  'https://vimeo.com/channels/staffpicks',
  'https://player.vimeo.com/76979871',
  'https://open.spotify.com/user/ada',
  'https://soundcloud.com/ada',
  'https://ada.bandcamp.com/album/notes',
  'https://bandcamp.com/EmbeddedPlayer/size=large/',
  'https://bandcamp.com/album=12/',
  'https://mastodon.example/@ada',
  'https://tube.example/w/short',
  'https://127.0.0.1/@ada/112233445566',
  'https://192.0.2.1/@ada/112233445566',
  'https://localhost/@ada/112233445566',
  'https://tube.local/w/kkGMgK9ZtnKfYAgnEtQxbv',
  'https://*.example/@ada/112233445566',
  'https://a"b.example/@ada/112233445566',
  "https://a'b.example/w/kkGMgK9ZtnKfYAgnEtQxbv",
  'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
  'data:text/html,youtu.be/dQw4w9WgXcQ',
  '//youtu.be/dQw4w9WgXcQ',
  'constructor',
  '',
])('knows no player for %s', (address) => {
  expect(readMedia(address)).toBeNull();
});

// Holds dash-1203.
it('asks only the host that was named, over https, whatever else the address holds', () => {
  const own: Readonly<Record<string, string>> = {
    youtube: 'www.youtube-nocookie.com',
    vimeo: 'player.vimeo.com',
    spotify: 'open.spotify.com',
    soundcloud: 'w.soundcloud.com',
    bandcamp: 'bandcamp.com',
  };
  const begin = fc.constantFrom(
    'https://youtu.be/',
    'https://www.youtube.com/watch?v=',
    'https://vimeo.com/',
    'https://open.spotify.com/track/',
    'https://soundcloud.com/',
    'https://bandcamp.com/EmbeddedPlayer/',
    'https://a.example/@ada/',
    'https://a.example/w/',
  );
  const middle = fc.constantFrom(
    '',
    'dQw4w9WgXcQ',
    '76979871',
    '4cOdK2wGLETKBW3PvgPWqT',
    'a/b',
    'album=1/',
    '112233445566',
    peertubeId,
  );
  const end = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '"><script>',
      "'",
      '&x=//evil.example',
      '/../..//evil.example',
      '%0d%0a',
      '?h=1"2',
      '@evil.example',
    ),
  );
  fc.assert(
    fc.property(begin, middle, end, (one, two, three) => {
      const media = readMedia(one + two + three);
      if (media === null) return;
      const frame = new URL(media.frame);
      expect(frame.protocol).toBe('https:');
      expect(frame.hostname).toBe(own[media.service] ?? 'a.example');
      expect(media.frame).toMatch(/^[\w:/.?=&%@-]+$/);
    }),
    { numRuns: runs(2000) },
  );
});
