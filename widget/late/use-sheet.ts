import { useEffect, useMemo, useState } from 'react';
import { closeSheet } from '../signals/controls';
import { useChunk } from '../hooks/use-chunk';
import type { ReadyProps } from '../card/card-props';

export const loadSheet = () => import('../sheet/tip-sheet');

export interface Sheet {
  /** The tip button's loading state: none while the sheet is only prepared. */
  readonly state: 'quiet' | 'loading' | 'failed';
  readonly part: Awaited<ReturnType<typeof loadSheet>> | null;
  /**
   * The fan hovers or touches the button: the sheet is fetched and rendered, closed, so that the tap only has to show it. A failure shows at the tap.
   */
  readonly prepare: () => void;
}

export function useSheet(
  { profile, language, settings, controls }: ReadyProps,
  open: boolean,
  given = loadSheet,
): Sheet {
  // As in useChunk: the first, since a site's minifier may write the function here.
  const [load] = useState(() => given);
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
  // A sheet that could not be fetched counts as closed. The next tap tries again; it does not open later by itself.
  useEffect(() => {
    if (chunk.at === 'failed') closeSheet(controls);
  }, [chunk, controls]);
  return {
    state: chunk.at === 'failed' || (open && chunk.at === 'loading') ? chunk.at : 'quiet',
    part: chunk.at === 'ready' ? chunk.part : null,
    prepare,
  };
}
