import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import type { PictureSlot } from '@busker/core/pictures/picture-slots';
import type { OwnerFiles, Upload, UploadState } from '../data/backend';
import { Watched, uploadFailure } from '../data/failure';
import { useBackend, useOwner } from '../session/session';

/** One upload. `upload` is null until its code has loaded and after it has ended. */
export interface UploadJob {
  readonly picture: Blob;
  readonly state: UploadState;
  readonly upload: Upload | null;
}

interface Wanted<S extends PictureSlot> {
  readonly slot: S;
  readonly picture: Blob;
  /** Points the draft at the uploaded file. */
  readonly arrived: (picture: { readonly slot: S; readonly generation: string }) => void;
}

const isOver = ({ kind }: UploadState): boolean =>
  kind === 'done' || kind === 'cancelled' || kind === 'failed';

/**
 * The owner's uploads, by purpose. They continue on other screens and when a link's form is closed, and each points the draft at its
 * picture when it is complete.
 */
export class UploadQueue {
  readonly #openFiles: () => Promise<OwnerFiles>;
  readonly #jobs = new Map<string, UploadJob>();
  /** By job: its slot, and the function that ends its listener. */
  readonly #running = new Map<string, { readonly slot: PictureSlot; stop: () => void }>();
  readonly #changes = new Watched(0);

  constructor(openFiles: () => Promise<OwnerFiles>) {
    this.#openFiles = openFiles;
  }

  watch(onChange: () => void): () => void {
    return this.#changes.watch(onChange);
  }

  jobOf(purpose: string): UploadJob | null {
    return this.#jobs.get(purpose) ?? null;
  }

  /** Slots with an upload in progress. */
  busySlots(): ReadonlySet<PictureSlot> {
    return new Set([...this.#running.values()].map(({ slot }) => slot));
  }

  get isBusy(): boolean {
    return this.#running.size > 0;
  }

  /** Uploads a picture and cancels a running upload for the same purpose. */
  async start<S extends PictureSlot>(purpose: string, wanted: Wanted<S>): Promise<void> {
    this.#end(purpose);
    const { slot, picture, arrived } = wanted;
    const mine = { slot, stop: () => {} };
    this.#running.set(purpose, mine);
    this.#show(purpose, { picture, upload: null, state: { kind: 'running', sent: 0, total: picture.size } });
    const upload = await this.#begin(slot, picture);
    if (this.#running.get(purpose) !== mine) return void ('cancel' in upload && upload.cancel());
    if (!('cancel' in upload)) return this.#settle(purpose, { picture, upload: null, state: upload });
    mine.stop = upload.watch((state) => {
      if (!isOver(state)) return this.#show(purpose, { picture, upload, state });
      this.#settle(purpose, { picture, upload: null, state });
      if (state.kind === 'done') arrived({ slot, generation: state.generation });
    });
    // The upload may have ended before there was anything to cancel.
    if (this.#running.get(purpose) !== mine) mine.stop();
  }

  /** Takes effect locally at once, even offline. */
  cancel(purpose: string): void {
    const job = this.#jobs.get(purpose);
    if (!job || !this.#running.has(purpose)) return;
    this.#end(purpose);
    this.#show(purpose, { ...job, upload: null, state: { kind: 'cancelled' } });
  }

  /** The upload's purpose no longer exists, so nothing more is reported. */
  drop(purpose: string): void {
    this.#end(purpose);
    if (this.#jobs.delete(purpose)) this.#tell();
  }

  dropAll(): void {
    for (const purpose of this.#jobs.keys()) this.drop(purpose);
  }

  async #begin(slot: PictureSlot, picture: Blob): Promise<Upload | UploadState> {
    try {
      return (await this.#openFiles()).upload(slot, picture);
    } catch (thrown) {
      return { kind: 'failed', failure: uploadFailure(thrown) };
    }
  }

  #end(purpose: string): void {
    this.#running.get(purpose)?.stop();
    this.#running.delete(purpose);
    this.#jobs.get(purpose)?.upload?.cancel();
  }

  #settle(purpose: string, job: UploadJob): void {
    this.#running.get(purpose)?.stop();
    this.#running.delete(purpose);
    this.#show(purpose, job);
  }

  #show(purpose: string, job: UploadJob): void {
    this.#jobs.set(purpose, job);
    this.#tell();
  }

  #tell(): void {
    this.#changes.set(this.#changes.value + 1);
  }
}

const UploadContext = createContext<UploadQueue | null>(null);

/** Mounted above all screens, so that an upload continues on another screen. Closing the page would end it, so the browser asks first. */
export function UploadProvider({ children }: { readonly children: ReactNode }) {
  const backend = useBackend();
  const { uid } = useOwner();
  const [queue] = useState(() => new UploadQueue(() => backend.openFiles(uid)));
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (queue.isBusy) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      queue.dropAll();
    };
  }, [queue]);
  return <UploadContext value={queue}>{children}</UploadContext>;
}

export function useUploads(): UploadQueue {
  const queue = useContext(UploadContext);
  if (!queue) throw new Error('useUploads needs an UploadProvider above it.');
  return queue;
}
