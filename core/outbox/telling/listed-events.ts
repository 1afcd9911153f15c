import { largestOfEach, type ToldEvent } from '../told-event';
import type { ToldMessage } from './told-message';
import { isUrgentFact } from './urgent-fact';

export interface ListedEvents {
  /** What is urgent, then the newest first: what does not fit into a notification is cut off at its end. */
  readonly listed: readonly ToldEvent[];
  readonly unlistedTips: number;
  readonly unlistedOthers: number;
}

/** The events that a message lists when it has room for `most`: urgent ones, the largest tip of each currency, the first tip, then the newest. */
export function listedEvents({ events, unlisted }: ToldMessage, most = events.length): ListedEvents {
  const isUrgent = ({ fact }: ToldEvent) => isUrgentFact(fact);
  const paid = events.filter(({ fact }) => fact.type === 'tip.paid');
  const newest = events.toReversed();
  const byWeight = new Set([
    ...events.filter(isUrgent),
    ...largestOfEach(paid, ({ tip }) => tip),
    ...paid.slice(0, 1),
    ...newest,
  ]);
  const kept = new Set([...byWeight].slice(0, most));
  const left = events.filter((event) => !kept.has(event));
  const tips = left.filter(({ fact }) => fact.type === 'tip.paid').length;
  const shown = newest.filter((event) => kept.has(event));
  return {
    listed: [...shown.filter(isUrgent), ...shown.filter((event) => !isUrgent(event))],
    unlistedTips: unlisted + tips,
    unlistedOthers: left.length - tips,
  };
}
