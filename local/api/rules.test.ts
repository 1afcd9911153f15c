import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseConfig } from '../../functions/config';
import { firebaseAdapters } from '../../functions/firebase/firebase-adapters';
import { browserDocuments, rulesContract } from '../../functions/store/rules-contract';
import { openApi, type OpenApi } from './open-api';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi({}, { isOpenToBrowsers: true });
});
afterAll(() => api.close());

let people = 0;
/** The local Firestore does not check the signature of a token. */
function signUp() {
  const uid = `guest-${(people += 1)}`;
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return Promise.resolve({ uid, token: `${encode({ alg: 'none' })}.${encode({ sub: uid, user_id: uid })}.` });
}

it.each(rulesContract.map(({ promise, holds }) => [promise, holds] as const))(
  'the rules of the local Firestore %s',
  async (_, holds) => {
    // Not the server's own store, which makes the card of each profile that it removes.
    const { store } = firebaseAdapters(parseConfig(api.env).firebase);
    const documents = `http://${api.env.FIRESTORE_EMULATOR_HOST}/v1/projects/demo-busker/databases/(default)/documents`;
    await expect(holds({ ...browserDocuments(documents), store, signUp })).resolves.toBeUndefined();
  },
);
