// Written by `npm run messages` from en.json.
import type en from './en.json';

export type MessageId = keyof typeof en;

/** The placeholders of the texts that have some, by id. */
export interface Placeholders {
  'terms.about.p1': 'operator' | 'origin';
  'terms.tips.share': 'share';
  'terms.monthly.p2': 'origin';
  'privacy.who.p1': 'address' | 'email' | 'operator';
  'privacy.visit.p1': 'host';
  'privacy.tip.challenge': 'challenge';
  'privacy.rights.p1': 'email';
}
