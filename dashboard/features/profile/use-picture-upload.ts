import { useEffect, useRef, useState } from 'react';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { usePublished } from '../../draft/use-published';
import { uploadFailure } from '../../failure';
import type { PictureSlot, Upload, UploadState } from '../../uploads';
import { useBackend } from '../../use-backend';
import { useOwner } from '../../use-session';

interface Running {
  readonly upload: Upload;
  readonly slot: PictureSlot;
  readonly picture: Blob;
}

/** One upload at a time, into the slot that nothing live points to; when it has arrived, the draft points there. */
export function usePictureUpload(onDone: () => void) {
  const backend = useBackend();
  const { uid } = useOwner();
  const { edit } = useDraft();
  const live = usePublished();
  const [running, setRunning] = useState<Running | null>(null);
  const [state, setState] = useState<UploadState | null>(null);
  const liveSlot = live.kind === 'ready' ? live.value?.picture?.slot : undefined;

  const arrived = useRef((_slot: PictureSlot, _generation: string) => {});
  useEffect(() => {
    arrived.current = (slot, generation) => {
      edit(setField(['picture'], { slot, generation }));
      onDone();
    };
  });

  useEffect(
    () =>
      running?.upload.watch((next) => {
        setState(next);
        if (next.kind !== 'done') return;
        arrived.current(running.slot, next.generation);
        setRunning(null);
      }),
    [running],
  );

  const start = async (picture: Blob) => {
    const slot = liveSlot === 'picture-a' ? 'picture-b' : 'picture-a';
    try {
      const files = await backend.openFiles(uid);
      setRunning({ upload: files.upload(slot, picture), slot, picture });
    } catch (thrown) {
      setState({ kind: 'failed', failure: uploadFailure(thrown) });
    }
  };
  return { state, start, upload: running?.upload ?? null, again: () => running && start(running.picture) };
}
