/**
 * Every attribute of `<busker-card>`, by its property. The element observes these names and defines these properties; element-contract.ts has their
 * descriptions for the manifest, the typings and the docs.
 */
export const attributeNames = {
  profile: 'profile',
  src: 'src',
  host: 'host',
  layout: 'layout',
  theme: 'theme',
  accent: 'accent',
  locale: 'locale',
  amounts: 'amounts',
  every: 'every',
  tips: 'tips',
  links: 'links',
  pay: 'pay',
  returnTo: 'return',
  forText: 'for',
  placement: 'placement',
  goal: 'goal',
  wall: 'wall',
  consent: 'consent',
} as const;

export type PropertyName = keyof typeof attributeNames;
export type AttributeName = (typeof attributeNames)[PropertyName];
