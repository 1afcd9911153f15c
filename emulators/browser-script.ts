import { fileURLToPath } from 'node:url';

const bundled = new Map<string, Promise<string>>();

async function bundle(entry: URL): Promise<string> {
  const { build } = await import('vite');
  const output = await build({
    configFile: false,
    envFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: fileURLToPath(entry), formats: ['iife'], name: '__local' },
    },
  });
  const [first] = Array.isArray(output) ? output : [output];
  const chunk = first && 'output' in first ? first.output[0] : null;
  if (!chunk) throw new Error(`The script ${entry.pathname} could not be built.`);
  return chunk.code;
}

/** Bundles a page's script into one classic script on first use (about 100 ms) and caches it. */
export function browserScript(entry: URL): Promise<string> {
  const known = bundled.get(entry.href);
  if (known) return known;
  const made = bundle(entry);
  bundled.set(entry.href, made);
  made.catch(() => bundled.delete(entry.href));
  return made;
}
