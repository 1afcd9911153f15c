import { useCallback, useSyncExternalStore } from 'react';
import type { PictureSlot } from '../../../core/profile/picture-slots';
import type { UploadJob } from '../../draft/upload-queue';
import { useUploads } from '../../draft/upload-provider';

interface UploadOptions<S extends PictureSlot> {
  /** The picture's purpose: one upload at a time for each. */
  readonly purpose: string;
  /** A slot that neither the draft nor another upload uses; chosen when an upload starts. */
  readonly freeSlot: (busy: ReadonlySet<PictureSlot>) => S;
  /** May run after the form has closed. */
  readonly onArrived: (picture: { readonly slot: S; readonly generation: string }) => void;
}

export interface PictureUpload {
  readonly job: UploadJob | null;
  readonly start: (picture: Blob) => void;
  readonly again: () => void;
  readonly cancel: () => void;
}

/** Uploads a picture. The caller points the draft at it when it is complete. */
export function usePictureUpload<S extends PictureSlot>(options: UploadOptions<S>): PictureUpload {
  const { purpose, freeSlot, onArrived } = options;
  const uploads = useUploads();
  const watch = useCallback((onChange: () => void) => uploads.watch(onChange), [uploads]);
  const job = useSyncExternalStore(watch, () => uploads.jobOf(purpose));
  const start = (picture: Blob) =>
    void uploads.start(purpose, { slot: freeSlot(uploads.busySlots()), picture, arrived: onArrived });
  return {
    job,
    start,
    again: () => job && start(job.picture),
    cancel: () => uploads.cancel(purpose),
  };
}
