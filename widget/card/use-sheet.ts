import { useState } from 'react';
import { useChunk, type Chunk } from './use-chunk';
import type { ReadyProps } from './card-props';

const load = () => import('../sheet/tip-sheet');

/** The tip sheet is a chunk of its own. */
type SheetGate = Chunk<Awaited<ReturnType<typeof load>>>;

export interface Sheet {
  /** What the button tells: nothing while the sheet is only made ready. */
  readonly gate: SheetGate;
  readonly part: Awaited<ReturnType<typeof load>> | null;
  /** The fan points at the button: the sheet is fetched and drawn, closed, so that the tap only has to show it. A failure shows at the tap. */
  readonly prepare: () => void;
}

export function useSheet({ profile, language, settings }: ReadyProps, open: boolean): Sheet {
  const [isPrepared, setPrepared] = useState(false);
  const chunk = useChunk(load, open || isPrepared);
  return {
    gate: open ? chunk : { at: 'closed' },
    part: chunk.at === 'ready' ? chunk.part : null,
    prepare: () => {
      load()
        .then((part) => part.warmUp(profile, settings.amounts, language.locale))
        .then(() => setPrepared(true))
        .catch(() => undefined);
    },
  };
}
