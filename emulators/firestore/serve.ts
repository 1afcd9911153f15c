import { parseArgs } from 'node:util';
import { loadRules } from '@busker/rules-engine/load-rules';
import { startFirestore } from './start-firestore';

/**
 * Starts only the Firestore server: `npx tsx emulators/firestore/serve.ts --port 8080 --rules rules/firestore.rules
 * --data DIR`.
 */
async function serve(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8080' },
      project: { type: 'string', default: 'demo-busker' },
      rules: { type: 'string' },
      indexes: { type: 'string' },
      data: { type: 'string' },
      'fold-from': { type: 'string' },
    },
  });
  const server = await startFirestore({
    port: Number(values.port),
    projectId: values.project,
    dataDir: values.data ?? null,
    rulesFile: values.rules ?? null,
    loadRules,
    ...(values.indexes === undefined ? {} : { indexesFile: values.indexes }),
    ...(values['fold-from'] === undefined ? {} : { compactLogFromBytes: Number(values['fold-from']) }),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
  console.log(`firestore: listening on ${server.url}`);
}

serve().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
