import { cardHeight } from '../../../core/profile/card-height';
import { formatMoney } from '../../../core/money/money';
import { wallTexts } from '../../../core/profile/wall-texts';
import type { StoredProfile } from '../../../core/profile/stored-profile';

type Goal = NonNullable<StoredProfile['tips']['goal']>;

interface ShownLink {
  readonly label?: string;
  readonly group?: string | null | undefined;
}

/**
 * Pixels, in a usual column of a wide screen and on a phone of 360 px with the usual margins of pages. In a wider column a text may take a line
 * less, which leaves room but moves nothing.
 */
export interface ReservedHeight {
  readonly wide: number;
  readonly narrow: number;
}
const columns = { wide: 384, narrow: 328 } as const;

/**
 * The height that the snippet reserves for a card. `links`: the shown ones, in order. `goal`: shown below the links where the tag asks for
 * it; its height is reserved even while payments are not ready. What was reached and the currency are unknown here: it is written as if it were
 * reached, in dollars. The supporters' wall is left out, because its height changes with each tip.
 */
export function reservedHeight(
  { look, name, bio, tips, language }: StoredProfile,
  links: readonly ShownLink[],
  goal: Goal | null = null,
): ReservedHeight {
  const parts = {
    layout: look.layout,
    font: look.font,
    name,
    bio,
    links: links.map(({ label = '', group }) => ({ label, group })),
    tips: tips.on,
    goal: tips.on && goal ? { label: goal.label, sums: sumsOf(goal.amount, language) } : null,
  };
  return { wide: cardHeight(parts, columns.wide), narrow: cardHeight(parts, columns.narrow) };
}

function sumsOf(minorUnits: number, language: string): string {
  const sum = formatMoney({ minorUnits, currency: 'usd' }, language || 'en');
  return wallTexts(language || 'en').reached(sum, sum);
}

/** The same in CSS: one length, or where lines break on a phone, one that grows on narrow windows. '' where nothing is reserved. */
export const heightStyle = ({ wide, narrow }: ReservedHeight): string => {
  if (wide === 0) return '';
  const more = narrow - wide;
  return Math.abs(more) <= 4
    ? `${Math.max(wide, narrow)}px`
    : `calc(${wide}px + clamp(0px, (480px - 100vw) * 99, ${more}px))`;
};
