import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ok } from '../../../core/base/result';
import {
  known,
  parseIndexes,
  unanswered,
  type DeclaredIndexes,
  type StoreIndexes,
} from '../../installation/google';
import { lineOf } from '../../installation/installation';
import { indexesStep } from './publish-steps';

describe('indexes step', () => {
  const declared = parseIndexes(
    readFileSync(new URL('../../../rules/firestore.indexes.json', import.meta.url), 'utf8'),
  );

  const kindOf = ({ order, arrayConfig }: { order?: string | undefined; arrayConfig?: string | undefined }) =>
    order ?? arrayConfig ?? '';

  /** The indexes that Firestore has after these were created. */
  const built = ({ indexes, fieldOverrides }: DeclaredIndexes, ready = true): StoreIndexes => ({
    indexes: indexes.map(({ collectionGroup, queryScope, fields }) => ({
      collection: collectionGroup,
      scope: queryScope,
      fields: fields.map(({ fieldPath, ...kind }) => ({ fieldPath, kind: kindOf(kind) })),
      ready,
    })),
    fields: fieldOverrides.map(({ collectionGroup, fieldPath, ttl, indexes: own }) => ({
      collection: collectionGroup,
      fieldPath,
      ttl,
      indexes: own.map(({ queryScope, ...kind }) => ({ scope: queryScope, kind: kindOf(kind), ready })),
    })),
  });

  function fakeService(states: readonly StoreIndexes[]) {
    const left = [...states];
    const calls: string[] = [];
    const next = () => (left.length > 1 ? left.shift() : left[0]) ?? { indexes: [], fields: [] };
    const step = indexesStep({
      declared,
      read: () => {
        calls.push('read');
        return Promise.resolve(known(next()));
      },
      deploy: () => {
        calls.push('deploy');
        return Promise.resolve(ok(null));
      },
      wait: () => {
        calls.push('wait');
        return Promise.resolve();
      },
    });
    return { step, calls };
  }
  const nothing: StoreIndexes = { indexes: [], fields: [] };

  describe('the indexes step', () => {
    it('has nothing to do when all declared indexes are ready', async () => {
      const { step } = fakeService([built(declared)]);
      expect((await step.ask()).map(({ state }) => state)).toEqual(['ok']);
    });

    it('names every missing index and every missing time to live', async () => {
      const lines = (await fakeService([nothing]).step.ask()).map(lineOf);
      expect(lines).toContain(
        'to do: index tips (collection group) on payment.status ascending, updatedAt ascending',
      );
      expect(lines).toContain('to do: index time to live of limits.expiresAt');
    });

    // Holds host-014.
    it('waits until an index that is being built is ready', async () => {
      const { step, calls } = fakeService([
        nothing,
        built(declared, false),
        built(declared, false),
        built(declared),
      ]);
      expect(await step.act?.()).toEqual({ ok: true, value: null });
      expect(calls).toEqual(['read', 'deploy', 'read', 'wait', 'read', 'wait', 'read']);
    });

    it('only waits when an earlier deploy has started to build the indexes', async () => {
      const { step, calls } = fakeService([built(declared, false), built(declared)]);
      expect(await step.act?.()).toEqual({ ok: true, value: null });
      expect(calls).not.toContain('deploy');
    });

    it('reports "unknown" without permission', async () => {
      const step = indexesStep({
        declared,
        read: () => Promise.resolve(unanswered('status 403')),
        deploy: () => Promise.resolve(ok(null)),
        wait: () => Promise.resolve(),
      });
      expect((await step.ask()).map(({ state }) => state)).toEqual(['unknown']);
      expect(await step.act?.()).toEqual({ ok: true, value: null });
    });
  });
});
