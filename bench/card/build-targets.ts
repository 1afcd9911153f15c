import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Files of one server, by path. */
export type Files = Readonly<Record<string, Buffer>>;

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
