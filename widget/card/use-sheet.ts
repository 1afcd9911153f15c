import { useMemo, useState } from 'react';
import { useChunk } from './use-chunk';
import type { ReadyProps } from './card-props';

/** The tip sheet is a chunk of its own. */
const load = () => import('../sheet/tip-sheet');

export interface Sheet {
  /** What the button tells of the chunk: nothing while the sheet is only made ready. */
  readonly state: 'quiet' | 'loading' | 'failed';
  readonly part: Awaited<ReturnType<typeof load>> | null;
  /** The fan points at the button: the sheet is fetched and drawn, closed, so that the tap only has to show it. A failure shows at the tap. */
  readonly prepare: () => void;
}

export function useSheet({ profile, language, settings }: ReadyProps, open: boolean): Sheet {
  const [isPrepared, setPrepared] = useState(false);
  const chunk = useChunk(load, open || isPrepared);
  const prepare = useMemo(
    () => () => {
      load()
        .then((part) => part.warmUp(profile, settings.amounts, language.locale))
        .then(() => setPrepared(true))
        .catch(() => undefined);
    },
    [profile, settings, language],
  );
  const isTold = open && (chunk.at === 'loading' || chunk.at === 'failed');
  return {
    state: isTold ? chunk.at : 'quiet',
    part: chunk.at === 'ready' ? chunk.part : null,
    prepare,
  };
}
