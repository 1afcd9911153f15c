import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFirestore, type FirestoreServer } from '../../firestore/start-firestore';
import { loadRules } from '../../rules-engine/load-rules';
import { startTestStorage, tokenOf, bucketName, type TestStorage } from './test-storage';

const rules = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    match /teams/{team}/{file} {
      allow read: if firestore.get(/databases/(default)/documents/teams/$(team)).data.owner == request.auth.uid;
    }
  }
}`;

let firestore: FirestoreServer;
let storage: TestStorage;
beforeAll(async () => {
  firestore = await startFirestore({
    projectId: 'demo-busker',
    dataDir: null,
    rulesFile: null,
    loadRules,
    log: () => {},
  });
  storage = await startTestStorage({ rules, firestoreLookup: firestore.lookup });
});
afterAll(async () => {
  await storage.close();
  await firestore.close();
});

it('Storage rules read the present Firestore documents', async () => {
  const name = 'teams%2Fblue%2Fa.txt';
  await fetch(`${storage.url}/upload/storage/v1/b/${bucketName}/o?uploadType=media&name=${name}`, {
    method: 'POST',
    body: 'hello',
  });
  const read = async (): Promise<number> => {
    const headers = { Authorization: tokenOf('ada') };
    return (await fetch(`${storage.url}/v0/b/${bucketName}/o/${name}`, { headers })).status;
  };
  const setOwner = (owner: string): Promise<Response> =>
    fetch(`${firestore.url}/v1/projects/demo-busker/databases/(default)/documents/teams/blue`, {
      method: 'PATCH',
      headers: { Authorization: 'Bearer owner' },
      body: JSON.stringify({ fields: { owner: { stringValue: owner } } }),
    });
  expect(await read()).toBe(403);
  await setOwner('ada');
  expect(await read()).toBe(200);
  await setOwner('grace');
  expect(await read()).toBe(403);
});
