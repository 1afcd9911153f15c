import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFirestore } from '@busker/emulator-firestore/start-firestore';
import { loadRules } from '@busker/rules-engine/load-rules';
import { handleOf, profileOf } from './serve-pages';

const projectId = 'demo-busker';
const rules = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /cards/{handle} {
      allow read: if true;
    }
  }
}
`;

/** A Firestore server with publicly readable cards: the naive build reads profiles from Firestore itself. */
export async function startCardsStore(): Promise<{ readonly port: number; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'busker-bench-rules-'));
  const rulesFile = join(folder, 'firestore.rules');
  writeFileSync(rulesFile, rules);
  const server = await startFirestore({
    projectId,
    dataDir: null,
    rulesFile,
    loadRules,
    log: () => undefined,
  });
  const handle = handleOf(0);
  const { name, bio } = profileOf(handle);
  const documents = `${server.url}/v1/projects/${projectId}/databases/(default)/documents`;
  const written = await fetch(`${documents}/cards/${handle}`, {
    method: 'PATCH',
    headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' },
    body: JSON.stringify({
      fields: { handle: { stringValue: handle }, name: { stringValue: name }, bio: { stringValue: bio } },
    }),
  });
  if (!written.ok) throw new Error(`The card could not be written: ${await written.text()}`);
  return {
    port: server.port,
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
