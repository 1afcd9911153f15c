import { useCallback, useEffect, useRef, useState } from 'react';
import type { Draft } from '../../core/profile/draft';
import type { DraftEdit } from '../shared/backend';
import { afterView, nothingOwn, stillLost, withOwn, withoutWritten, type LostField } from './lost-fields';
import { noLinks, removedLinks, withLinksOf } from './removed-links';

/** Compares each view of the draft with what this tab wrote. `shown`: the store's values, without typed edits. */
export function useLostFields(shown: Draft | null) {
  const own = useRef(nothingOwn);
  const before = useRef<Draft | null>(null);
  const [lost, setLost] = useState<readonly LostField[]>([]);

  const links = useRef(noLinks);

  const wrote = useCallback((edits: readonly DraftEdit[]) => {
    links.current = withLinksOf(links.current, edits, before.current);
    own.current = withOwn(own.current, edits);
    setLost((losses) => (losses.length === 0 ? losses : withoutWritten(losses, edits)));
  }, []);
  const strayed = useCallback((edits: readonly DraftEdit[]) => {
    const gone = removedLinks(edits, links.current);
    setLost((losses) => [
      ...withoutWritten(
        losses,
        gone.map(({ restore }) => restore),
      ),
      ...gone,
    ]);
  }, []);
  const letGo = useCallback(
    (field: LostField) => setLost((losses) => losses.filter((other) => other !== field)),
    [],
  );
  useEffect(() => {
    if (!shown) return;
    const next = afterView(own.current, before.current, shown);
    own.current = next.own;
    before.current = shown;
    setLost((losses) =>
      losses.length + next.lost.length === 0 ? losses : stillLost([...losses, ...next.lost], shown),
    );
  }, [shown]);

  return { lost, wrote, strayed, letGo };
}
