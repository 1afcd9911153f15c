import type { FirebaseApp } from 'firebase/app';
import { connectStorageEmulator, getBlob, getStorage, ref, uploadBytesResumable } from 'firebase/storage';
import { fail, ok } from '@busker/core/base/result';
import { uploadFailure, Watched } from '../data/failure';
import type { OwnerFiles, UploadState } from '../data/backend';

interface Address {
  readonly host: string;
  readonly port: number;
}

let connected = false;

/** `uploads/{uid}/{slot}` in Cloud Storage. */
export function firebaseFiles(app: FirebaseApp, uid: string, emulator: Address | null): OwnerFiles {
  const storage = getStorage(app);
  // The SDK refuses a second call once something was uploaded.
  if (emulator && !connected) connectStorageEmulator(storage, emulator.host, emulator.port);
  connected = true;
  const place = (slot: string) => ref(storage, `uploads/${uid}/${slot}`);

  return {
    upload(slot, picture) {
      const task = uploadBytesResumable(place(slot), picture, { contentType: picture.type });
      const state = new Watched<UploadState>({ kind: 'running', sent: 0, total: picture.size });
      task.on(
        'state_changed',
        ({ state: stage, bytesTransferred: sent, totalBytes: total }) => {
          if (stage === 'running' || stage === 'paused') state.set({ kind: stage, sent, total });
        },
        (thrown) => {
          const failure = uploadFailure(thrown);
          state.set(failure.code === 'upload/canceled' ? { kind: 'cancelled' } : { kind: 'failed', failure });
        },
        () => state.set({ kind: 'done', generation: task.snapshot.metadata.generation }),
      );
      // The SDK waits up to a minute between attempts; when the connection is back it tries at once.
      const tryNow = () => {
        if (state.value.kind === 'running' && task.pause()) task.resume();
      };
      window.addEventListener('online', tryNow);
      void task.then(
        () => window.removeEventListener('online', tryNow),
        () => window.removeEventListener('online', tryNow),
      );
      return {
        watch: (onState) => state.watch(onState),
        pause: () => void task.pause(),
        resume: () => void task.resume(),
        cancel: () => void task.cancel(),
      };
    },
    async read(slot) {
      try {
        return ok(await getBlob(place(slot)));
      } catch (thrown) {
        return fail(uploadFailure(thrown));
      }
    },
  };
}
