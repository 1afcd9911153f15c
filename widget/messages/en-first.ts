/** The English texts of the first paint, in the entry file. */
export const enFirst = {
  lang: 'en',
  dir: 'ltr' as 'ltr' | 'rtl',
  sendTip: 'Send a tip',
  verified: 'verified',
};

export type FirstTexts = typeof enFirst;
