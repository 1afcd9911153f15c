// The program `busker` of a release and of the image: `busker demo` runs the whole product with its emulators, `busker server` the product alone.
import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect, createServer, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Env } from '@busker/functions/env-reader';

// The first process of a container has no default for a signal: without this, a stop in the first seconds waits until somebody kills it. What starts
// later has handlers of its own.
const endEarly = (): void => process.exit(0);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, endEarly);

const help = `busker demo [options]: runs Busker on this machine, with two owners, invented money and no account anywhere.
  --reset       first deletes what is kept
  --free-ports  gives every server a free port, and prints them
  --verbose     shows the server's log
  --address A   passes what arrives at this address of the machine on to the demo, 0.0.0.0 for all of them; only together with
  --for-others  which says that you know it: whoever reaches the address can sign in as its owners and read everything
What is kept lies in .busker/ beside this program, or in the folder that BUSKER_STATE names.
Without both, every server listens on 127.0.0.1 alone. With both, browsers still call it localhost: it is for the ports of a container or a tunnel.
For other people, host it (docs/hosts/self-hosting.md).

busker server [--check]: serves the product with Firestore, Authentication and Storage hosted by Firebase and payments by Stripe, and runs its jobs.
  --check       says what is wrong with the settings, and whether Firestore and Stripe answer; starts nothing
busker health: whether the demo or the server of this machine answers at BIND_ADDRESS and PORT (127.0.0.1 and 4100 without them), by its exit code.

The server's settings are environment variables, as docs/hosts/self-hosting.md lists them. It logs to the standard output and stops within ten seconds of SIGTERM.`;

const options: Readonly<Record<string, readonly string[]>> = {
  demo: ['--reset', '--free-ports', '--verbose', '--for-others'],
  server: ['--check'],
  health: [],
};

/** The address that `--address` names; null = none. */
function addressIn(words: readonly string[]): string | null {
  const at = words.indexOf('--address');
  return at === -1 ? null : (words[at + 1] ?? '');
}

/** A demo has no secrets, so nobody opens it to others by one slip. */
function addressProblem(words: readonly string[]): string | null {
  const address = addressIn(words);
  const isForOthers = words.includes('--for-others');
  if (address === null)
    return isForOthers
      ? '--for-others says nothing without --address. Name the address, or leave both out.'
      : null;
  if (isIPv4(address))
    return isForOthers
      ? null
      : `--address ${address} would open the demo to others: anybody there could sign in as its owners. Add --for-others if you mean it.`;
  return '--address needs an IPv4 address of this machine, or 0.0.0.0 for all of them.';
}

/** Passes connections to these addresses of the machine on to the demo, which itself listens on 127.0.0.1. */
async function passOn(address: string, ports: readonly number[]): Promise<void> {
  const own = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal);
  const hosts = address === '0.0.0.0' ? own.map((each) => each.address) : [address];
  for (const host of hosts)
    for (const port of ports) {
      const server = createServer((from) => {
        const to = connect(port, '127.0.0.1');
        for (const [one, other] of [
          [from, to],
          [to, from],
        ] as const)
          one.on('error', () => other.destroy()).pipe(other);
      });
      server.listen(port, host);
      await once(server, 'listening');
    }
  console.log(`Others can reach the demo at ${hosts.join(', ')}.`);
}

/** What is wrong with the command line, in one sentence, or null. */
function problemOf(use: string, words: readonly string[], node: string): string | null {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    return `Busker needs Node 20.19 or newer; this is Node ${node}.`;
  const known = options[use];
  const values = use === 'demo' ? ['--address', addressIn(words)] : [];
  const strange =
    known === undefined ? use : words.find((word) => !known.includes(word) && !values.includes(word));
  return strange === undefined ? addressProblem(words) : `busker has no ${strange}.\n\n${help}`;
}

/** Reads the addresses of the emulators that a server stands in front of. */
async function emulatedSites() {
  const [{ parseConfig }, { localNeighbours, webConfig }] = await Promise.all([
    import('@busker/functions/config'),
    import('./web-config'),
  ]);
  return (env: Env) => {
    const at = (name: string, port: number) => `http://${(env[name] ?? '') || `127.0.0.1:${port}`}`;
    const services = {
      auth: at('FIREBASE_AUTH_EMULATOR_HOST', 9099),
      firestore: at('FIRESTORE_EMULATOR_HOST', 8080),
      storage: at('FIREBASE_STORAGE_EMULATOR_HOST', 9199),
      stripe: (env['STRIPE_API_BASE'] ?? '') || 'http://127.0.0.1:12111',
      // A server on one machine may send to its example sites and to its push service, in this order.
      push: `http://${env['SAFE_FETCH_ALLOW']?.split(',')[1] ?? '127.0.0.1:8095'}`,
    };
    const { firebase } = parseConfig(env);
    return {
      config: webConfig(firebase.projectId, services, firebase.database),
      origins: localNeighbours(services),
    };
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
  const { runServer } = await import('@busker/functions/server/start-server');
  await runServer({
    env: process.env,
    // Where the built files are not beside the program.
    dist: process.env['BUSKER_DIST'] || `${root}dist`,
    version: versionOf(root),
    emulated: await emulatedSites(),
    isCheck: words.includes('--check'),
  });
} else if (use === 'health') {
  const { ownAddress } = await import('@busker/functions/server/server-settings');
  const answer = await fetch(`${ownAddress(process.env)}/healthz`).catch(() => null);
  process.exit(answer?.ok === true ? 0 : 1);
} else {
  const { run } = await import('./run');
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, endEarly);
  const address = addressIn(words);
  const reach = address === null ? ', and only this machine can reach it' : '';
  console.log(`This is a demonstration: no real money moves, no mail leaves${reach}.\n`);
  const { addresses } = await run(() => Promise.resolve(true));
  const { mail: _mail, ...forBrowsers } = addresses;
  if (address !== null)
    await passOn(
      address,
      Object.values(forBrowsers).map((url) => Number(new URL(url).port)),
    );
}
