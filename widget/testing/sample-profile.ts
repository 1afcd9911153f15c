import type { PublicLink, PublicProfile } from '@busker/core/profile/public-profile';

const link = (
  id: string,
  label: string,
  url: string,
  platform: PublicLink['platform'] = null,
): PublicLink => ({
  id,
  label,
  url,
  group: null,
  verified: false,
  icon: null,
  picture: null,
  platform,
});

/** A profile for tests and stories. */
export function sampleProfile(changes: Partial<PublicProfile> = {}): PublicProfile {
  return {
    v: 1,
    handle: 'ada',
    name: 'Ada Lovelace',
    bio: 'Mathematician and writer. I publish long notes on the Analytical Engine, and short ones on everything else.',
    picture: null,
    links: [
      link('instagram', 'Instagram', 'https://instagram.com/ada', 'instagram'),
      link('x', 'X', 'https://x.com/ada', 'x'),
      link('tiktok', 'TikTok', 'https://tiktok.com/@ada', 'tiktok'),
      link('youtube', 'YouTube', 'https://youtube.com/@ada', 'youtube'),
      link('notes', 'Notes on the Engine', 'https://ada.example/notes'),
    ],
    look: { layout: 'card', theme: 'auto', accent: '#0b6e4f', radius: 16, font: 'system' },
    language: 'en',
    tips: {
      state: 'on',
      currency: 'usd',
      presets: [300, 500, 1000],
      min: 100,
      max: 50_000,
      button: 'auto',
      goal: false,
      wall: 0,
    },
    url: 'https://busker.example/@ada',
    tipUrl: 'https://busker.example/@ada/tip',
    publishedAt: 1_760_000_000_000,
    ...changes,
  };
}
