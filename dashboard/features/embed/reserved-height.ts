import type { StoredProfile } from '../../../core/profile-document';

/** Pixels of the card layout, as the widget's style sheet sets them; the links come on top. */
const parts = { frame: 48, head: 97, bioLine: 24, tip: 70, link: 58 } as const;
const bioCharactersPerLine = 44;

/** How much room the snippet keeps for a card: about what it will need, so that nothing below it jumps. */
export function reservedHeight(profile: StoredProfile, linkCount: number): number {
  const { layout } = profile.look;
  if (layout === 'button') return 48;
  // The pill lies over the page: its tag takes no room of it.
  if (layout === 'floating') return 0;
  const links = linkCount * parts.link;
  if (layout === 'links') return Math.max(48, links);
  const bio = Math.ceil(profile.bio.length / bioCharactersPerLine) * parts.bioLine;
  const tip = profile.tips.on ? parts.tip : 0;
  return parts.frame + parts.head + bio + links + tip;
}
