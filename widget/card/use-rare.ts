import { useEffect, useState } from 'react';
import { platformOf } from '../../core/profile/platform';
import type { PublicLink } from '../../core/profile/public-profile';
import type { Settings } from '../element/attributes';
import { isInApp } from './in-app';
import { useChunk, type Chunk } from './use-chunk';

const load = () => import('../rare/rare-parts');

/** Everything that an ordinary card can do without: floating, match, the wall, copy buttons, the catalogue of platforms. */
export type RareParts = Awaited<ReturnType<typeof load>>;
export type Rare = Chunk<RareParts>;

export const useRare = (wanted: boolean): Rare => useChunk(load, wanted);

export const asksForWall = ({ goal, wall }: Settings): boolean => goal || wall > 0;

/** Whether the links need some of it: a button to copy each, or the catalogue for one whose platform nobody named. */
export const linksNeedRare = (links: readonly PublicLink[]): boolean =>
  isInApp() ||
  links.some(({ url, icon, platform }) => !icon && platform === undefined && platformOf(url) === 'link');

/** The page's own look for `theme="match"`; null with other themes, and until it was read. */
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
