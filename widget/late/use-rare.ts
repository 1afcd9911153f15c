import { useEffect, useState } from 'react';
import { platformOf } from '@busker/core/platforms/platform';
import type { PublicLink, PublicProfile } from '@busker/core/profile/profile';
import type { Settings } from '../attributes/attributes';
import { isInApp } from '../browser/in-app';
import { useChunk, type Chunk } from '../hooks/use-chunk';

export const loadRare = () => import('../rare/rare-parts');

/** Everything that most cards do not need: floating, match, the wall, copy buttons, the list of platforms. */
export type RareParts = Awaited<ReturnType<typeof loadRare>>;
export type Rare = Chunk<RareParts>;

export const useRare = (wanted: boolean): Rare => useChunk(loadRare, wanted);

/** The tag decides; where it says nothing, the owner. A pause of tips is told there too, in place of the button. */
export const asksForWall = ({ goal, wall, tips: isOn }: Settings, { tips }: PublicProfile): boolean =>
  (goal ?? tips.goal) || (wall ?? tips.wall) > 0 || (isOn && Boolean(tips.pause));

/** Whether the links need it: a copy button each, or the list of platforms for a link without a platform. */
export const linksNeedRare = (links: readonly PublicLink[]): boolean =>
  isInApp() ||
  links.some(({ url, icon, platform }) => !icon && platform === undefined && platformOf(url) === 'link');

/** The page's colours for `theme="match"`. Null for other themes, and until they have been read. */
export function useMatch(
  element: HTMLElement,
  rare: Rare,
  wanted: boolean,
): Readonly<Record<string, string>> | null {
  const [style, setStyle] = useState<Record<string, string> | null>(null);
  const follow = wanted && rare.at === 'ready' && rare.part.followPage;
  useEffect(() => (follow ? follow(element, setStyle) : undefined), [element, follow]);
  return wanted ? style : null;
}
