/**
 * Every attribute of `<busker-card>`, by the property that mirrors it. This is the table: the element observes these names and makes
 * these properties; element-contract.ts adds what the manifest, the typings and the docs say of each.
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
  tips: 'tips',
  links: 'links',
  pay: 'pay',
  forText: 'for',
  placement: 'placement',
  goal: 'goal',
  wall: 'wall',
  consent: 'consent',
} as const;

export type PropertyName = keyof typeof attributeNames;
export type AttributeName = (typeof attributeNames)[PropertyName];
