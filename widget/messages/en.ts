/**
 * The texts of the card itself. English is the type of every language: a text or a placeholder that is missing in a translation does
 * not compile. It travels with the first bytes; messages/en-tip.ts has the texts of the sheet.
 */
export const en = {
  lang: 'en',
  dir: 'ltr' as 'ltr' | 'rtl',
  sendTip: 'Send a tip',
  verified: 'verified',
  copyLink: (label: string) => `Copy link: ${label}`,
  tryAgain: 'Try again',
  unavailable: 'These links cannot be shown right now.',
  tipElsewhere: 'The tip form could not be opened here.',
  openTipPage: 'Open the tip page',
};

export type CardMessages = typeof en;
