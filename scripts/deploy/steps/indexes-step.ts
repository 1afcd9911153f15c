import { fail, ok, type Result } from '../../../core/base/result';
import type { Reply } from '../google/reply';
import type { StoreIndexes } from '../google/store-indexes';
import { unknown, type Step } from '../step';
import { indexDifferences, judgeIndexes, type DeclaredIndexes } from './judge-indexes';

export interface IndexesStepOptions {
  readonly declared: DeclaredIndexes;
  readonly read: () => Promise<Reply<StoreIndexes>>;
  /** Runs `firebase deploy --only firestore:indexes`, which starts to build the indexes and does not wait for them. */
  readonly deploy: () => Promise<Result<null, string>>;
  readonly wait: (ms: number) => Promise<void>;
}

const betweenLooks = 10_000;
/** An hour. For a million documents, Firestore needs some minutes. */
const looks = 360;

/** Creates the declared indexes and waits until they are ready, because new code cannot use an index that is being built. */
export function indexesStep({ declared, read, deploy, wait }: IndexesStepOptions): Step {
  const count = declared.indexes.length + declared.fieldOverrides.length;
  return {
    name: 'indexes',
    async ask() {
      const found = await read();
      if (found.state === 'unknown') return [unknown('the indexes', found.why)];
      return judgeIndexes(indexDifferences(declared, found.value), count);
    },
    async act() {
      const before = await read();
      const isThere =
        before.state === 'known' && indexDifferences(declared, before.value).absent.length === 0;
      if (!isThere) {
        const deployed = await deploy();
        if (!deployed.ok) return deployed;
      }
      for (let look = 0; look < looks; look += 1) {
        const now = await read();
        // Without the permission to read the indexes, the deploy continues without this check.
        if (now.state === 'unknown') return ok(null);
        const { absent, building } = indexDifferences(declared, now.value);
        if (absent.length + building.length === 0) return ok(null);
        await wait(betweenLooks);
      }
      return fail(
        'The indexes were not ready after an hour. They are still being built; run the deploy again.',
      );
    },
  };
}
