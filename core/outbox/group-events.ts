import { noContribution, addContribution, type TipContribution } from '../money/totals';
import type { Audience } from './channel';
import { largestOfEach } from './largest-tips';
import type { EventTip, OutboxEvent } from './outbox-event';
import { isUrgent } from './plan-deliveries';
import type { ToldSum } from './told-event';

/** What one message covers. */
export interface EventGroup {
  /** Oldest first, at most as many as the message lists. */
  readonly listed: readonly OutboxEvent[];
  readonly sums: readonly ToldSum[];
  readonly unlisted: number;
  readonly takenBack: number;
  readonly since: number;
}

const byTime = (a: OutboxEvent, b: OutboxEvent) =>
  a.at - b.at || (a.tip?.rev ?? 0) - (b.tip?.rev ?? 0) || (a.id < b.id ? -1 : 1);

/** What happened to one tip within a message. */
interface TipStory {
  readonly events: readonly OutboxEvent[];
  readonly net: TipContribution;
  readonly wasPaid: boolean;
}

function storyOf(events: readonly OutboxEvent[]): TipStory {
  const net = events.reduce(
    (sum, { tip }) => addContribution(sum, tip?.delta ?? noContribution),
    noContribution,
  );
  return { events, net, wasPaid: events.some(({ type }) => type === 'tip.paid') };
}

/** The events of each tip, and each event without a tip by itself. */
function byTip(events: readonly OutboxEvent[]): readonly (readonly OutboxEvent[])[] {
  const groups = new Map<string, OutboxEvent[]>();
  for (const event of events) {
    const key = event.tip?.tipId ?? event.id;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [event]);
    else group.push(event);
  }
  return [...groups.values()];
}

/** In public a tip is the amount that the public wall shows, without the costs that the fan paid on top. */
const amountOf = ({ amount, tipAmount }: EventTip, audience: Audience): number =>
  audience === 'public' ? tipAmount : amount;

/** Paid and given back in full before anybody was told. */
const isTakenBack = ({ net, wasPaid }: TipStory): boolean =>
  wasPaid && net.count === 1 && net.gross <= net.refunded;

/** Only the last event of each type is told: it has the figures of now. What a payment took back and gave again is told as it ended. */
function toldOf(story: TipStory): readonly OutboxEvent[] {
  if (isTakenBack(story)) return [];
  const last = new Map(story.events.map((event) => [event.type, event]));
  const undone = story.net.count === 1 ? 'tip.held' : 'tip.paid';
  if (last.has('tip.paid') && last.has('tip.held')) last.delete(undone);
  return [...last.values()];
}

function sumsOf(paid: readonly OutboxEvent[], audience: Audience): readonly ToldSum[] {
  const sums = new Map<string, ToldSum>();
  for (const { tip } of paid) {
    if (tip === null) continue;
    const { currency } = tip;
    const { count, amount } = sums.get(currency) ?? { count: 0, amount: 0 };
    sums.set(currency, { currency, count: count + 1, amount: amount + amountOf(tip, audience) });
  }
  return [...sums.values()].toSorted((a, b) => b.count - a.count || (a.currency < b.currency ? -1 : 1));
}

/** Besides paid tips a message names everything, up to so many: there is little of it, and it matters. */
const mostOthers = 100;

/**
 * Groups all events that are due for a channel into one message, at least one event. Everything but paid tips is listed first, since there is less of
 * it and it matters more; then the largest tip of each currency, the first one, and the newest.
 */
export function groupEvents(due: readonly OutboxEvent[], mostListed: number, audience: Audience): EventGroup {
  const events = due.toSorted(byTime);
  const stories = byTip(events).map(storyOf);
  const told = stories.flatMap(toldOf);
  const paid = told.filter(({ type }) => type === 'tip.paid').toSorted(byTime);
  const others = told
    .filter(({ type }) => type !== 'tip.paid')
    .toSorted((a, b) => Number(isUrgent(b)) - Number(isUrgent(a)) || byTime(b, a))
    .slice(0, mostOthers);
  const room = Math.max(0, mostListed - others.length);
  const byWeight = new Set([
    ...largestOfEach(paid, ({ tip }) => tip),
    ...paid.slice(0, 1),
    ...paid.toReversed(),
  ]);
  const shown = [...byWeight].slice(0, room);
  return {
    listed: [...others, ...shown].toSorted(byTime),
    sums: sumsOf(paid, audience),
    unlisted: paid.length - shown.length,
    takenBack: stories.filter(isTakenBack).length,
    since: events[0]?.at ?? 0,
  };
}
