import { useEffect, useState } from 'react';
import { useChunk } from './use-chunk';

const load = () => import('../match/follow-page');

/** The page's own look for `theme="match"`; null with other themes, and until it was read. */
export function useMatch(element: HTMLElement, wanted: boolean): Record<string, string> | null {
  const [style, setStyle] = useState<Record<string, string> | null>(null);
  const chunk = useChunk(load, wanted);
  const follow = chunk.at === 'ready' && chunk.part.followPage;
  useEffect(() => (wanted && follow ? follow(element, setStyle) : undefined), [element, wanted, follow]);
  return wanted ? style : null;
}
