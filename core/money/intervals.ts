/** How often a fan can give by themselves: every month or every year. */
export const intervals = ['month', 'year'] as const;
export type Interval = (typeof intervals)[number];

export const monthsOf = (every: Interval): 1 | 12 => (every === 'year' ? 12 : 1);

/** What an amount of one period makes in a year. It is exact, where twelfths of a yearly amount would be rounded. */
export const perYear = (amount: number, every: Interval): number => (amount * 12) / monthsOf(every);
