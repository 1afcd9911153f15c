import { useChunk } from '../card/use-chunk';
import type { ReadyProps } from '../card/card-props';

const load = () => import('../wall/wall');

/** Goal and supporters; nothing until they are there. */
export function LateWall(props: ReadyProps) {
  const chunk = useChunk(load, true);
  return chunk.at === 'ready' && <chunk.part.Wall {...props} />;
}
