import { tipStates, type Tip, type TipState } from '../../../core/tip/tip';
import { tipTime } from '../../shared/tips/arrived-tips';

/** `received`: paid or processing. `all`: incomplete attempts too. `held`: name or message needs review. */
export const stateFilters = ['received', 'all', 'held', 'warned', ...tipStates] as const;
export type StateFilter = (typeof stateFilters)[number];

/** What the list shows. Days are `YYYY-MM-DD` in the owner's time zone; empty = no limit. */
export interface TipFilter {
  readonly state: StateFilter;
  readonly from: string;
  readonly until: string;
  /** Empty = everywhere. */
  readonly placement: string;
  readonly search: string;
}

export const everything: TipFilter = { state: 'received', from: '', until: '', placement: '', search: '' };

const isState = (given: string): given is StateFilter => (stateFilters as readonly string[]).includes(given);
const day = (given: string | null) => (given && /^\d{4}-\d{2}-\d{2}$/.test(given) ? given : '');

/** The filter in an address; unreadable parts are left out. */
export function filterOf(query: URLSearchParams): TipFilter {
  const state = query.get('state') ?? '';
  return {
    state: isState(state) ? state : everything.state,
    from: day(query.get('from')),
    until: day(query.get('until')),
    placement: query.get('placement') ?? '',
    search: query.get('q') ?? '',
  };
}

/** The reverse; defaults are left out of the address. */
export function filterQuery(filter: TipFilter): Readonly<Record<string, string>> {
  const { state, search, ...rest } = filter;
  const named = { state: state === everything.state ? '' : state, q: search, ...rest };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''));
}

export const isNarrow = (filter: TipFilter): boolean => Object.keys(filterQuery(filter)).length > 0;

const received: ReadonlySet<TipState> = new Set([
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
  return tip.state === state;
}

/** Where the tip came from: the tag's `placement`, else the page's site. */
export const placeOf = (tip: Tip): string => tip.source.placement ?? tip.source.origin ?? '';

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

function says(tip: Tip, wanted: string): boolean {
  const { fan, source, stripe, tipId } = tip;
  const words = [fan.name, fan.message, source.for, source.placement, source.origin, stripe.last4];
  return fold([...words, stripe.paymentIntentId, tipId].filter(Boolean).join('\n')).includes(wanted);
}

/** A fast test for lists of thousands: everything independent of the tip is computed once. */
export function tipTest({ state, from, until, placement, search }: TipFilter): (tip: Tip) => boolean {
  const earliest = from === '' ? -Infinity : new Date(`${from}T00:00:00`).getTime();
  const latest = until === '' ? Infinity : new Date(`${until}T23:59:59.999`).getTime();
  const wanted = fold(search.trim());
  return (tip) => {
    const at = tipTime(tip);
    if (!hasState(tip, state) || at < earliest || at > latest) return false;
    if (placement !== '' && placeOf(tip) !== placement) return false;
    return wanted === '' || says(tip, wanted);
  };
}
