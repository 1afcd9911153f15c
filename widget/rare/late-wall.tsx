import { useChunk } from '../hooks/use-chunk';
import type { ReadyProps } from '../card/card-props';

const load = () => import('../wall/wall');

/** The goal and the supporters; nothing until they have loaded. */
export function LateWall(props: ReadyProps) {
  const chunk = useChunk(load, true);
  return chunk.at === 'ready' && <chunk.part.Wall {...props} />;
}
