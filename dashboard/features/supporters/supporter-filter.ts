import type { Monthly, MonthlyState } from '../../../core/monthly/monthly';

/** What the list can show. A paused one is active: it goes on by itself. */
export const supporterFilters = ['all', 'active', 'ending', 'overdue', 'ended', 'elsewhere'] as const;
export type SupporterFilter = (typeof supporterFilters)[number];

const groups: Readonly<Record<MonthlyState, Exclude<SupporterFilter, 'all' | 'elsewhere'> | null>> = {
  starting: null,
  'never-began': null,
  active: 'active',
  paused: 'active',
  ending: 'ending',
  'needs-action': 'overdue',
  overdue: 'overdue',
  ended: 'ended',
};

export const readFilter = (given: string | null): SupporterFilter =>
  supporterFilters.find((one) => one === given) ?? 'all';

/** One that is elsewhere is in no other list: its state is only what was seen last. */
export const filtered = (
  all: readonly Monthly[],
  filter: SupporterFilter,
  isElsewhere: (monthly: Monthly) => boolean,
): readonly Monthly[] =>
  filter === 'all'
    ? all
    : all.filter((each) => (isElsewhere(each) ? 'elsewhere' : groups[each.state]) === filter);
