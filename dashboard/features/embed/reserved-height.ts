import type { StoredProfile } from '../../../core/profile-document';

/** Pixels as the widget's style sheet sets them: what stands in a card, and what lies between. */
const parts = {
  frame: 50,
  between: 20,
  head: 68,
  bioLine: 24,
  link: 48,
  gap: 10,
  group: 33,
  tip: 48,
} as const;

/** On a narrow screen, where a bio takes the most lines. */
const bioCharactersPerLine = 36;

interface Grouped {
  readonly group?: string | null | undefined;
}

function linksHeight(links: readonly Grouped[]): number {
  const headings = links.filter(({ group }, index) => group && group !== links[index - 1]?.group).length;
  return links.length * (parts.link + parts.gap) - parts.gap + headings * parts.group;
}

function bioHeight(bio: string): number {
  const lines = bio.split('\n').map((line) => Math.max(1, Math.ceil(line.length / bioCharactersPerLine)));
  return lines.reduce((sum, count) => sum + count, 0) * parts.bioLine;
}

/**
 * How much room the snippet keeps for a card: what it will need, so that nothing below it jumps. `links` are those that are shown, in their
 * order.
 */
export function reservedHeight(profile: StoredProfile, links: readonly Grouped[]): number {
  const { layout } = profile.look;
  if (layout === 'button') return parts.tip;
  // The pill lies over the page: its tag takes no room of it.
  if (layout === 'floating') return 0;
  const isCard = layout === 'card';
  const sections = [
    isCard ? parts.head : 0,
    isCard && profile.bio !== '' ? bioHeight(profile.bio) : 0,
    links.length > 0 ? linksHeight(links) : 0,
    profile.tips.on ? parts.tip : 0,
  ].filter((height) => height > 0);
  const between = Math.max(0, sections.length - 1) * parts.between;
  return sections.reduce((sum, height) => sum + height, between) + (isCard ? parts.frame : 0);
}
