import { dayAfter, dayStart } from '../locale/zoned-day';
import { tipStates, type Tip } from './tip';

/** The states that owners see. `declined`: the card was declined, and the fan may still try another one. */
const shownStates = [...tipStates, 'declined'] as const;
export type ShownState = (typeof shownStates)[number];

/** `pending` says only that a payment has begun. After a decline nothing is under way, so that has a name of its own. */
export function shownState({ state, payment }: Pick<Tip, 'state' | 'payment'>): ShownState {
  return state === 'pending' && payment.lastError !== null && payment.status === 'awaiting'
    ? 'declined'
    : state;
}

/** The bank has the money: a dispute is open or lost. Then nothing else about refunds or fraud is of use, and would contradict it. */
export const isWithBank = ({ dispute }: Pick<Tip, 'dispute'>): boolean =>
  dispute.status === 'open' || dispute.status === 'lost';

/** `received`: paid or processing. `all`: incomplete attempts too. `held`: name or message needs review. */
export const stateFilters = ['received', 'all', 'held', 'warned', ...shownStates] as const;
export type StateFilter = (typeof stateFilters)[number];

/** Some tips of an owner, in the list or in a file. Days are `YYYY-MM-DD`, both included; empty = no limit. */
export interface TipFilter {
  readonly state: StateFilter;
  readonly from: string;
  readonly until: string;
  /** Empty = everywhere. */
  readonly placement: string;
  readonly search: string;
}

/** Every stored tip, also attempts that were never paid. */
export const everyTip: TipFilter = { state: 'all', from: '', until: '', placement: '', search: '' };

/** Code units; longer searches are refused. */
export const longestSearch = 200;

/** The time on which a tip counts: when it was paid, or when an unpaid one was started. */
export const tipTime = ({ payment, createdAt }: Pick<Tip, 'payment' | 'createdAt'>): number =>
  payment.succeededAt ?? createdAt;

const received: ReadonlySet<ShownState> = new Set([
  'processing',
  'paid',
  'partially_refunded',
  'refunded',
  'disputed',
  'lost',
]);

function hasState(tip: Tip, state: StateFilter): boolean {
  if (state === 'all') return true;
  if (state === 'received') return received.has(tip.state);
  if (state === 'held') return tip.moderation.state === 'held';
  if (state === 'warned') return tip.warning !== null;
  return shownState(tip) === state;
}

/** Where the tip came from: the tag's `placement`, else the page's site. */
export const placeOf = (tip: Tip): string => tip.source.placement ?? tip.source.origin ?? '';

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

function says(tip: Tip, wanted: string): boolean {
  const { fan, source, stripe, tipId } = tip;
  const words = [fan.name, fan.message, source.for, source.placement, source.origin, stripe.last4];
  return fold([...words, stripe.paymentIntentId, tipId].filter(Boolean).join('\n')).includes(wanted);
}

/** A fast test for lists of thousands: everything independent of the tip is computed once. `zone` is the time zone of the days. */
export function tipTest(
  { state, from, until, placement, search }: TipFilter,
  zone: string,
): (tip: Tip) => boolean {
  const earliest = from === '' ? -Infinity : dayStart(from, zone);
  const end = until === '' ? Infinity : dayStart(dayAfter(until), zone);
  const wanted = fold(search.trim());
  return (tip) => {
    const at = tipTime(tip);
    if (!hasState(tip, state) || at < earliest || at >= end) return false;
    if (placement !== '' && placeOf(tip) !== placement) return false;
    return wanted === '' || says(tip, wanted);
  };
}
