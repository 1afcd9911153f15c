import { fail, ok } from '../../core/base/result';
import type { InMemoryWorld } from './in-memory-world';
import type { OwnerFiles, UploadState } from '../data/uploads';
import { Watched } from '../data/watched';

/** Uploads that the test controls: `uploads` holds each running one. */
export function inMemoryFiles(world: InMemoryWorld): OwnerFiles {
  return {
    upload(slot, picture) {
      const total = picture.size;
      const state = new Watched<UploadState>({ kind: 'running', sent: 0, total });
      const failure = world.failureFor('upload');
      if (failure) state.set({ kind: 'failed', failure });
      world.uploads.push({
        slot,
        progress: (share) => state.set({ kind: 'running', sent: Math.round(total * share), total }),
        finish: () => {
          world.files.set(slot, picture);
          state.set({ kind: 'done', generation: String(world.uploads.length) });
        },
      });
      const sent = () => ('sent' in state.value ? state.value.sent : 0);
      return {
        watch: (onState) => state.watch(onState),
        pause: () => state.set({ kind: 'paused', sent: sent(), total }),
        resume: () => state.set({ kind: 'running', sent: sent(), total }),
        cancel: () => state.set({ kind: 'cancelled' }),
      };
    },
    async read(slot) {
      const found = world.files.get(slot);
      return found ? ok(found) : fail({ code: 'upload/object-not-found' });
    },
  };
}
