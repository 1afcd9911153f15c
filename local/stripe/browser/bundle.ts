import { fileURLToPath } from 'node:url';

export type BrowserScript =
  'stripe-js' | 'card-frame' | 'challenge-page' | 'checkout-page' | 'inspector-page';

const bundled = new Map<BrowserScript, Promise<string>>();

async function bundle(name: BrowserScript): Promise<string> {
  const { build } = await import('vite');
  const output = await build({
    configFile: false,
    envFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: fileURLToPath(new URL(`./${name}.ts`, import.meta.url)),
        formats: ['iife'],
        name: '__stripeSandbox',
      },
    },
  });
  const [first] = Array.isArray(output) ? output : [output];
  const chunk = first && 'output' in first ? first.output[0] : null;
  if (!chunk) throw new Error(`The sandbox could not build its script ${name}.`);
  return chunk.code;
}

/** One classic script of a browser program, built on first need (about 100 ms) and kept. */
export function browserScript(name: BrowserScript): Promise<string> {
  const known = bundled.get(name);
  if (known) return known;
  const made = bundle(name);
  bundled.set(name, made);
  return made;
}
