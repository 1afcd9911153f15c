// The program `busker` of a release and of the image: `busker demo` runs the whole product with its emulators, `busker server` the product alone.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseConfig } from '../functions/config';
import type { Env } from '../functions/env-reader';
import { localNeighbours, webConfig } from './web-config';

const help = `busker demo [options]: runs Busker on this machine, with two owners, invented money and no account anywhere.
  --reset       first deletes what is kept
  --free-ports  gives every server a free port, and prints them
  --verbose     shows the server's log
What is kept lies in .busker/ beside this program, or in the folder that BUSKER_STATE names.
Every server listens on 127.0.0.1 alone: for other people, host it (docs/hosts/self-hosting.md).

busker server [--check]: serves the product with Firestore, Authentication and Storage hosted by Firebase and payments by Stripe, and runs its jobs.
  --check       says what is wrong with the settings, and whether each service answers; starts nothing
Its settings are environment variables, as docs/hosts/self-hosting.md lists them. It logs to the standard output and stops within ten seconds of SIGTERM.`;

const options: Readonly<Record<string, readonly string[]>> = {
  demo: ['--reset', '--free-ports', '--verbose'],
  server: ['--check'],
};

/** What is wrong with the command line, in one sentence, or null. */
function problemOf(use: string, words: readonly string[], node: string): string | null {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    return `Busker needs Node 20.19 or newer; this is Node ${node}.`;
  const known = options[use];
  const strange = known === undefined ? use : words.find((word) => !known.includes(word));
  return strange === undefined ? null : `busker has no ${strange}.\n\n${help}`;
}

/** The addresses of the emulators that a server stands in front of. */
function emulated(env: Env) {
  const at = (name: string, port: number) => `http://${(env[name] ?? '') || `127.0.0.1:${port}`}`;
  const services = {
    auth: at('FIREBASE_AUTH_EMULATOR_HOST', 9099),
    firestore: at('FIRESTORE_EMULATOR_HOST', 8080),
    storage: at('FIREBASE_STORAGE_EMULATOR_HOST', 9199),
    stripe: (env['STRIPE_API_BASE'] ?? '') || 'http://127.0.0.1:12111',
    push: 'http://127.0.0.1:8095',
  };
  const { firebase } = parseConfig(env);
  return {
    config: webConfig(firebase.projectId, services, firebase.database),
    origins: localNeighbours(services),
  };
}

/** The release that this program belongs to: its files, or those of the repository. */
function versionOf(root: string): string {
  const file = `${root}package.json`;
  const read: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return typeof read === 'object' && read !== null && 'version' in read ? String(read.version) : 'unknown';
}

const [first = 'demo', ...others] = process.argv.slice(2);
const [use, words] = first.startsWith('-') ? ['demo', [first, ...others]] : [first, others];
const problem = problemOf(use, words, process.versions.node);
if ([first, ...others].some((word) => word === '--help' || word === '-h')) console.log(help);
else if (problem !== null) {
  console.error(problem);
  process.exit(1);
} else if (use === 'server') {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { runServer } = await import('../functions/server/start-server');
  await runServer({
    env: process.env,
    // Where the built files are not beside the program.
    dist: process.env['BUSKER_DIST'] || `${root}dist`,
    version: versionOf(root),
    emulated,
    isCheck: words.includes('--check'),
  });
} else {
  const { run } = await import('./run');
  console.log(
    'This is a demonstration: no real money moves, no mail leaves, and only this machine can reach it.\n',
  );
  await run(() => Promise.resolve(true));
}
