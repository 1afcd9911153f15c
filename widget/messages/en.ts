import { enFirst } from './en-first';

/**
 * The texts of the card itself. English is the type of every language: a missing text or placeholder does not compile.
 * messages/en-tip.ts has the texts of the sheet.
 */
export const en = {
  ...enFirst,
  copyLink: (label: string) => `Copy link: ${label}`,
  tryAgain: 'Try again',
  unavailable: 'These links cannot be shown right now.',
  tipElsewhere: 'The tip form could not be opened here.',
  openTipPage: 'Open the tip page',
};

export type CardMessages = typeof en;
