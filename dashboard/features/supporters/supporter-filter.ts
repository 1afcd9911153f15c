import type { Monthly, MonthlyState } from '../../../core/monthly/monthly';

/** What the list can show. A paused one is active: it goes on by itself. */
export const supporterFilters = ['all', 'active', 'ending', 'overdue', 'ended'] as const;
export type SupporterFilter = (typeof supporterFilters)[number];

const groups: Readonly<Record<MonthlyState, Exclude<SupporterFilter, 'all'> | null>> = {
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

export const filtered = (all: readonly Monthly[], filter: SupporterFilter): readonly Monthly[] =>
  filter === 'all' ? all : all.filter(({ state }) => groups[state] === filter);
