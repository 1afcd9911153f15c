import type { Interval } from '@busker/core/amounts/amount-limits';
import type { MonthlyTerms } from '@busker/core/fan-api/monthly-api';
import type { PublicLink, PublicProfile } from '@busker/core/profile/profile';

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

const words = (period: string) => ({
  terms: ['', ' today, then ', ` every ${period}, until you stop.`],
  next: 'Next charge: December 27, 2026 (UTC).',
  stop: 'Stop any time, with the link on your receipt.',
  paidTo: 'Paid to Ada by Stripe.',
  button: ['Continue: ', ` every ${period}`],
  thanks: ['Ada gets ', ` every ${period}.`],
});

const offer = (every: Interval, label: string, presets: number[]) => ({
  every,
  label,
  limits: { min: 100, max: every === 'year' ? 600_000 : 50_000, step: 1 },
  presets,
  words: words(every),
});

/**
 * What a session says of monthly tips. For tests and stories.
 * @public
 */
export const sampleMonthly = (): MonthlyTerms => ({
  wordsVersion: 1,
  labels: {
    question: 'How often?',
    once: 'Once',
    messageOnce: 'Shown once, with the first payment.',
    howToStop: 'How to stop',
    changed: 'What you agree to has changed. You have not been charged.',
    unavailable: 'Tips like this are not offered here. You have not been charged.',
  },
  offers: [
    offer('month', 'Every month', [500, 700, 2000]),
    offer('year', 'Every year', [3600, 6000, 12_000]),
  ],
  fees: { bps: 360, fixed: 30, platformBps: 0 },
});
