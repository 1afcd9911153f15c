import type { ToldEvent } from '../told-event';
import type { ToldMessage } from './told-message';
import { isUrgentFact } from './urgent-fact';

export interface ListedEvents {
  /** Oldest first. */
  readonly listed: readonly ToldEvent[];
  readonly unlistedTips: number;
  readonly unlistedOthers: number;
}

/** The events that a message lists when it has room for `most`: urgent ones stay, then the oldest. */
export function listedEvents({ events, unlisted }: ToldMessage, most = events.length): ListedEvents {
  const byWeight = [...events].sort((a, b) => Number(isUrgentFact(b.fact)) - Number(isUrgentFact(a.fact)));
  const kept = new Set(byWeight.slice(0, most));
  const left = events.filter((event) => !kept.has(event));
  const tips = left.filter(({ fact }) => fact.type === 'tip.paid').length;
  return {
    listed: events.filter((event) => kept.has(event)),
    unlistedTips: unlisted + tips,
    unlistedOthers: left.length - tips,
  };
}
