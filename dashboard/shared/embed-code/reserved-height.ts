import { formatMoney } from '../../../core/money/money';
import type { StoredProfile } from '../../../core/profile/stored-profile';

/** Pixels, as the widget's style sheet sets them: the parts of a card and the gaps between them. */
const parts = {
  frame: 50,
  between: 20,
  head: 68,
  bioLine: 24,
  link: 48,
  gap: 10,
  group: 33,
  tip: 48,
  goalLine: 24,
  goalBar: 16,
} as const;

/** On a narrow screen, where a text takes the most lines. */
const charactersPerLine = 36;
/** The amounts stand beside the goal's title if this much of a line is left for it, otherwise below. */
const leastForGoalName = 15;

type Goal = NonNullable<StoredProfile['tips']['goal']>;

interface Grouped {
  readonly group?: string | null | undefined;
}

function linksHeight(links: readonly Grouped[]): number {
  const headings = links.filter(({ group }, index) => group && group !== links[index - 1]?.group).length;
  return links.length * (parts.link + parts.gap) - parts.gap + headings * parts.group;
}

function bioHeight(bio: string): number {
  const lines = bio.split('\n').map((line) => Math.max(1, Math.ceil(line.length / charactersPerLine)));
  return lines.reduce((sum, count) => sum + count, 0) * parts.bioLine;
}

/** The amount reached is unknown here but rarely longer than the goal's; the currency is unknown too, and its sign is short. */
function goalHeight({ label, amount }: Goal): number {
  const sums = 2 * formatMoney({ minorUnits: amount, currency: 'usd' }, 'en').length + ' of '.length;
  const beside = charactersPerLine - sums - 2;
  const lines =
    beside >= leastForGoalName
      ? Math.ceil(label.length / beside)
      : Math.ceil(label.length / charactersPerLine) + 1;
  return lines * parts.goalLine + parts.goalBar;
}

/**
 * The height that the snippet reserves for a card. `links`: the shown ones, in order. `goal`: shown below the links where the tag asks for
 * it; its height is reserved even while payments are not ready. The supporters' wall is left out, because its height changes with each tip.
 */
export function reservedHeight(
  profile: StoredProfile,
  links: readonly Grouped[],
  goal: Goal | null = null,
): number {
  const { layout } = profile.look;
  if (layout === 'button') return parts.tip;
  // The floating button lies over the page and needs no height.
  if (layout === 'floating') return 0;
  const isCard = layout === 'card';
  const sections = [
    isCard ? parts.head : 0,
    isCard && profile.bio !== '' ? bioHeight(profile.bio) : 0,
    links.length > 0 ? linksHeight(links) : 0,
    profile.tips.on ? parts.tip : 0,
    profile.tips.on && goal ? goalHeight(goal) : 0,
  ].filter((height) => height > 0);
  const between = Math.max(0, sections.length - 1) * parts.between;
  return sections.reduce((sum, height) => sum + height, between) + (isCard ? parts.frame : 0);
}
