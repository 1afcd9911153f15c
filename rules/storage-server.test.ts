import { readFileSync } from 'node:fs';
import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestContext,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadRules } from '@busker/rules-engine/load-rules';
import { documentOf } from '@busker/rules-engine/testing/plain-document';
import { startStorage, type StorageServer } from '@busker/emulator-storage/start-storage';

const source = readFileSync(new URL('storage.rules', import.meta.url), 'utf8');
/** Paths of Firestore documents that the rules read. */
const inFirestore = new Set<string>();
let server: StorageServer;
let env: RulesTestEnvironment;

beforeAll(async () => {
  const firestoreLookup = (path: string) => (inFirestore.has(path) ? documentOf(path, {}) : null);
  const options = { dataDir: null, rulesFile: null, loadRules, firestoreLookup, log: () => undefined };
  server = await startStorage(options);
  const storage = { host: server.host, port: server.port, rules: source };
  env = await initializeTestEnvironment({ projectId: 'demo-busker', storage });
});
afterAll(async () => {
  await env.cleanup();
  await server.close();
});
beforeEach(async () => {
  await env.clearStorage();
  await env.withSecurityRulesDisabled(async (context) => {
    await upload(context, `public/${'a'.repeat(64)}`, 'image/png');
  });
});

/** Awaits an upload task, since it is not a real promise. */
async function upload(
  context: RulesTestContext,
  path: string,
  contentType: string,
  size = 10,
): Promise<void> {
  await context.storage().ref(path).put(new Uint8Array(size), { contentType });
}

describe('through the SDK and the local server, an owner’s slot', () => {
  it('can be filled, read, replaced and emptied by its owner', async () => {
    const ada = env.authenticatedContext('ada');
    await assertSucceeds(upload(ada, 'uploads/ada/picture-a', 'image/webp'));
    await assertSucceeds(upload(ada, 'uploads/ada/picture-a', 'image/png'));
    const at = ada.storage().ref('uploads/ada/picture-a');
    expect(await assertSucceeds(at.getMetadata())).toMatchObject({ contentType: 'image/png', size: 10 });
    await assertSucceeds(at.getDownloadURL());
    await assertFails(at.updateMetadata({ contentType: 'text/html' }));
    await assertSucceeds(at.delete());
  });

  it('accepts only pictures of up to 5 MB', async () => {
    const ada = env.authenticatedContext('ada');
    await assertFails(upload(ada, 'uploads/ada/picture-a', 'image/svg+xml'));
    await assertFails(upload(ada, 'uploads/ada/picture-a', 'image/png', 0));
    await assertFails(upload(ada, 'uploads/ada/picture-a', 'image/png', 5 * 1024 * 1024 + 1));
    await assertSucceeds(upload(ada, 'uploads/ada/picture-a', 'image/png', 5 * 1024 * 1024));
    await assertFails(upload(ada, 'uploads/ada/picture-c', 'image/png'));
    await assertFails(upload(ada, 'elsewhere/picture-a', 'image/png'));
  });

  it('can neither be filled nor replaced after its account was deleted', async () => {
    const ada = env.authenticatedContext('ada');
    await assertSucceeds(upload(ada, 'uploads/ada/picture-a', 'image/png'));
    inFirestore.add('deleted/ada');
    await assertFails(upload(ada, 'uploads/ada/picture-a', 'image/png'));
    await assertFails(upload(ada, 'uploads/ada/link-01', 'image/png'));
    inFirestore.clear();
    await assertSucceeds(upload(ada, 'uploads/ada/link-01', 'image/png'));
  });

  it('is refused to everybody else', async () => {
    await upload(env.authenticatedContext('ada'), 'uploads/ada/picture-a', 'image/png');
    for (const other of [env.authenticatedContext('grace'), env.unauthenticatedContext()]) {
      const at = other.storage().ref('uploads/ada/picture-a');
      await assertFails(at.getMetadata());
      await assertFails(at.getDownloadURL());
      await assertFails(upload(other, 'uploads/ada/picture-a', 'image/png'));
      await assertFails(at.delete());
    }
  });
});

describe('through the SDK and the local server, published pictures', () => {
  it('are refused to browsers', async () => {
    const name = `public/${'a'.repeat(64)}`;
    for (const context of [env.authenticatedContext('ada'), env.unauthenticatedContext()]) {
      await assertFails(context.storage().ref(name).getMetadata());
      await assertFails(upload(context, name, 'image/png'));
      await assertFails(context.storage().ref(name).delete());
      await assertFails(context.storage().ref('public').listAll());
    }
  });
});
