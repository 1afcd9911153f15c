import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startFirestore } from '@busker/emulator-firestore/start-firestore';
import { loadRules } from '@busker/rules-engine/load-rules';
import { build } from 'vite';
import { handleOf, profileOf, type Files } from './serve-pages';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A baseline as its author would ship it: one minified module. */
async function buildBaseline(name: 'floor' | 'naive', ending: 'ts' | 'tsx'): Promise<Buffer> {
  const outDir = await mkdtemp(join(tmpdir(), 'busker-bench-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: true,
      minify: true,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: join(root, `bench/card/baselines/${name}.${ending}`),
        output: { format: 'es', entryFileNames: `${name}.js`, codeSplitting: false },
      },
    },
  });
  const code = await readFile(join(outDir, `${name}.js`));
  await rm(outDir, { recursive: true });
  return code;
}

/** The whole built embed in dist/. */
async function builtEmbed(): Promise<Files> {
  const names = await readdir(join(root, 'dist/embed'), { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.map((file) => [`/embed/${file.slice(join(root, 'dist/embed/').length)}`, readFileSync(file)]),
  );
}

/** Every measured script, by the URL that its page uses. */
export async function buildTargets(): Promise<Files> {
  const [floor, naive, embed] = await Promise.all([
    buildBaseline('floor', 'ts'),
    buildBaseline('naive', 'tsx'),
    builtEmbed(),
  ]);
  return { ...embed, '/floor.js': floor, '/naive.js': naive };
}

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
