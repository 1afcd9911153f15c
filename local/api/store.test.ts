import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeContract } from '../../functions/store/store-contract';
import { openApi, type OpenApi } from './open-api';

let api: OpenApi;
beforeAll(async () => {
  // The contract needs queries without a declared index.
  api = await openApi({}, { anyQuery: true });
});
afterAll(() => api.close());

describe('the store on Firestore', () => {
  it.each(storeContract.map(({ promise, holds }, index) => [promise, holds, `contract${index}`] as const))(
    '%s',
    async (_, holds, at) => {
      await expect(holds(api.deps.store, at)).resolves.toBeUndefined();
    },
  );
});
