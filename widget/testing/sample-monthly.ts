import type { MonthlyTerms } from '@busker/core/fan-api/monthly-api';
import type { Interval } from '@busker/core/amounts/amount-limits';

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
