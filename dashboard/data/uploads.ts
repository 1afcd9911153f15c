import type { PictureSlot } from '../../core/profile/picture-slots';
import type { Result } from '../../core/base/result';
import type { Failure } from './failure';

/** The state of an upload. `sent` and `total` in bytes; `generation` identifies the uploaded bytes. */
export type UploadState =
  | { readonly kind: 'running'; readonly sent: number; readonly total: number }
  | { readonly kind: 'paused'; readonly sent: number; readonly total: number }
  | { readonly kind: 'done'; readonly generation: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface Upload {
  /** Calls back at once with the state, then on every change. */
  watch(onState: (state: UploadState) => void): () => void;
  pause(): void;
  resume(): void;
  cancel(): void;
}

/** The owner's uploads: a few slots, one file each. */
export interface OwnerFiles {
  upload(slot: PictureSlot, picture: Blob): Upload;
  read(slot: PictureSlot): Promise<Result<Blob, Failure>>;
}
