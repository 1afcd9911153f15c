import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initializeTestEnvironment, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { setLogLevel } from 'firebase/firestore';
import { startFirestore } from '@busker/emulator-firestore/start-firestore';
import { loadRules } from '@busker/rules-engine/load-rules';

export interface RulesServer {
  readonly env: RulesTestEnvironment;
  readonly close: () => Promise<void>;
}

/** The rules on the local Firestore, used through the SDK. `log` gets the server's output. */
export async function startRulesServer(log: (line: string) => void): Promise<RulesServer> {
  // The tests expect denials; the SDK would print each of them.
  setLogLevel('silent');
  const rules = readFileSync(new URL('firestore.rules', import.meta.url), 'utf8');
  const server = await startFirestore({
    projectId: 'demo-busker',
    dataDir: null,
    rulesFile: null,
    indexesFile: fileURLToPath(new URL('firestore.indexes.json', import.meta.url)),
    loadRules,
    log,
  });
  const firestore = { host: server.host, port: server.port, rules };
  const env = await initializeTestEnvironment({ projectId: 'demo-busker', firestore });
  return {
    env,
    close: async () => {
      await env.cleanup();
      await server.close();
    },
  };
}
