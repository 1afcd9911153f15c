import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notesOf } from '../../functions/testing/contract-collections';
import { storeContract } from '../../functions/store/store-contract';
import { documentContract } from '../../functions/testing/document-contract';
import { openApi, type OpenApi } from './open-api';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi({}, { indexes: 'contract/firestore.indexes.json' });
});
afterAll(() => api.close());

describe('the store on Firestore', () => {
  // Holds pay-438.
  it.each(
    [...storeContract, ...documentContract].map(
      ({ promise, holds }, index) => [promise, holds, notesOf(String(index))] as const,
    ),
  )('%s', async (_, holds, at) => {
    await expect(holds(api.deps.store, at)).resolves.toBeUndefined();
  });

  it('has only the indexes that the contract declares', async () => {
    const undeclared = {
      from: notesOf('any'),
      where: [['size', '==', 1]],
      orderBy: [['text', 'asc']],
    } as const;
    await expect(api.deps.store.find({ ...undeclared, limit: 1 }, () => null)).rejects.toThrow(
      'requires an index',
    );
    await expect(api.deps.store.sum({ from: notesOf('any') }, ['kept.net', 'size'])).rejects.toThrow(
      'requires an index',
    );
  });
});
