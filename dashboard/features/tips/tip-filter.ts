import { isDay } from '../../../core/base/zoned-day';
import {
  everyTip,
  longestSearch,
  stateFilters,
  type StateFilter,
  type TipFilter,
} from '../../../core/tip/tip-filter';

/** What the list shows at first. Days are in the owner's time zone. */
export const receivedTips: TipFilter = { ...everyTip, state: 'received' };

export const isState = (given: string): given is StateFilter =>
  (stateFilters as readonly string[]).includes(given);
const day = (given: string | null) => (given && isDay(given) ? given : '');

/** The filter in an address; unreadable parts are left out. */
export function filterOf(query: URLSearchParams): TipFilter {
  const state = query.get('state') ?? '';
  return {
    state: isState(state) ? state : receivedTips.state,
    from: day(query.get('from')),
    until: day(query.get('until')),
    placement: query.get('placement') ?? '',
    search: (query.get('q') ?? '').slice(0, longestSearch),
  };
}

/** The reverse; defaults are left out of the address. */
export function filterQuery(filter: TipFilter): Readonly<Record<string, string>> {
  const { state, search, ...rest } = filter;
  const named = { state: state === receivedTips.state ? '' : state, q: search, ...rest };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''));
}

/** How many filters are set. A range of days is one. */
export const countFilters = ({ state, from, until, placement, search }: TipFilter): number =>
  [state !== receivedTips.state, from !== '' || until !== '', placement !== '', search !== ''].filter(Boolean)
    .length;

export const isNarrow = (filter: TipFilter): boolean => countFilters(filter) > 0;
