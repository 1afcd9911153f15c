import { useEffect, useMemo, useState } from 'react';
import { closeSheet } from '../element/controls';
import { useChunk } from './use-chunk';
import type { ReadyProps } from './card-props';

/** The tip sheet is a chunk of its own. */
const loadSheet = () => import('../sheet/tip-sheet');

export interface Sheet {
  /** What the button tells of the chunk: nothing while the sheet is only made ready. */
  readonly state: 'quiet' | 'loading' | 'failed';
  readonly part: Awaited<ReturnType<typeof loadSheet>> | null;
  /** The fan points at the button: the sheet is fetched and drawn, closed, so that the tap only has to show it. A failure shows at the tap. */
  readonly prepare: () => void;
}

export function useSheet(
  { profile, language, settings, controls }: ReadyProps,
  open: boolean,
  load = loadSheet,
): Sheet {
  const [isPrepared, setPrepared] = useState(false);
  const chunk = useChunk(load, open || isPrepared);
  const prepare = useMemo(
    () => () => {
      load()
        .then((part) => part.warmUp(profile, settings.amounts, language.locale))
        .then(() => setPrepared(true))
        .catch(() => undefined);
    },
    [profile, settings, language, load],
  );
  // A sheet that could not be fetched is not open: the next press asks for it anew. It does not open by itself later.
  useEffect(() => {
    if (chunk.at === 'failed') closeSheet(controls);
  }, [chunk, controls]);
  return {
    state: chunk.at === 'failed' || (open && chunk.at === 'loading') ? chunk.at : 'quiet',
    part: chunk.at === 'ready' ? chunk.part : null,
    prepare,
  };
}
