// Written by `npm run messages` from en.json.
import type en from './en.json';

export type MessageId = keyof typeof en;

/** The placeholders of the texts that have some, by id. */
export interface Placeholders {
  sent: 'amount' | 'name';
  sentHidden: 'name';
  more: 'amount' | 'count';
  moreHidden: 'count';
  goalOf: 'goal' | 'reached';
  paused: 'date';
}
