import { useEffect, useRef, useState } from 'react';
import type { PictureSlot } from '../../../core/picture-slots';
import { uploadFailure } from '../../failure';
import type { Upload, UploadState } from '../../uploads';
import { useBackend } from '../../use-backend';
import { useOwner } from '../../use-session';

interface Running<S extends PictureSlot> {
  readonly upload: Upload;
  readonly slot: S;
  readonly picture: Blob;
}

interface UploadOptions<S extends PictureSlot> {
  /** Where nothing lies that the draft still needs; asked when an upload starts. */
  readonly freeSlot: () => S;
  readonly onArrived: (picture: { readonly slot: S; readonly generation: string }) => void;
}

export interface PictureUpload {
  readonly state: UploadState | null;
  readonly upload: Upload | null;
  readonly start: (picture: Blob) => Promise<void>;
  readonly again: () => void;
}

/** One upload at a time; when it has arrived, the caller points the draft there. */
export function usePictureUpload<S extends PictureSlot>({
  freeSlot,
  onArrived,
}: UploadOptions<S>): PictureUpload {
  const backend = useBackend();
  const { uid } = useOwner();
  const [running, setRunning] = useState<Running<S> | null>(null);
  const [state, setState] = useState<UploadState | null>(null);

  const arrived = useRef(onArrived);
  useEffect(() => {
    arrived.current = onArrived;
  });

  useEffect(
    () =>
      running?.upload.watch((next) => {
        setState(next);
        if (next.kind !== 'done') return;
        arrived.current({ slot: running.slot, generation: next.generation });
        setRunning(null);
      }),
    [running],
  );

  const start = async (picture: Blob) => {
    const slot = freeSlot();
    try {
      const files = await backend.openFiles(uid);
      setRunning({ upload: files.upload(slot, picture), slot, picture });
    } catch (thrown) {
      setState({ kind: 'failed', failure: uploadFailure(thrown) });
    }
  };
  return {
    state,
    start,
    upload: running?.upload ?? null,
    again: () => {
      if (running) void start(running.picture);
    },
  };
}
