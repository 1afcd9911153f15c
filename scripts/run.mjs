import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The repository's root, wherever the script is called from. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Ends a command and all processes that it started. A process in an endless loop ignores gentler signals. */
function endGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended already.
  }
}

/**
 * Runs a command in the root and collects what it prints.
 * A bare name is looked up in node_modules/.bin first, so scripts work without `npm run` as well; then beside firebase-tools, where that is fetched.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, inherit?: boolean, limit?: number, onOutput?: (text: string) => void }} [options]
 *   limit: milliseconds after which the command and all its children are ended, where there is one; what they left running is ended
 *   with the command. onOutput: gets what it prints as soon as it prints it
 * @returns {Promise<{ code: number, output: string }>} the exit code (a signal counts as 1), stdout and stderr as printed
 */
export function run(command, args, { env = {}, inherit = false, limit, onOutput } = {}) {
  const folders = [`${root}node_modules/.bin`, `${root}host/firebase/node_modules/.bin`, process.env.PATH];
  const path = folders.join(process.platform === 'win32' ? ';' : ':');
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, PATH: path, ...env },
      stdio: inherit ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      detached: limit !== undefined,
    });
    const stop = () => (limit === undefined ? child.kill() : endGroup(child));
    process.once('exit', stop);
    // A separate process group gets no signal from Ctrl-C, nor when its parent ends.
    const leave = () => process.exit(130);
    if (limit !== undefined) for (const signal of endings) process.once(signal, leave);
    const printed = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        printed.push(chunk);
        onOutput?.(chunk.toString());
      });
    const timer =
      limit &&
      setTimeout(() => {
        printed.push(Buffer.from(`\n${command} was ended: no end after ${Math.round(limit / 1000)} s.\n`));
        stop();
      }, limit);
    child.once('error', reject);
    // Not "close": a process that outlives a killed command may keep its output open.
    child.once(limit === undefined ? 'close' : 'exit', (code) => {
      clearTimeout(timer);
      process.off('exit', stop);
      for (const signal of endings) process.off(signal, leave);
      if (limit !== undefined) endGroup(child);
      setImmediate(() => resolve({ code: code ?? 1, output: Buffer.concat(printed).toString() }));
    });
  });
}

/** Runs a command and returns what it printed. Throws, with that, when it fails. */
export async function must(command, args, env) {
  const { code, output } = await run(command, args, { env });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}\n${output}`);
  return output;
}

/**
 * Starts a server for a trial. `ready`: what it has printed once that matches `until`; it has a minute. `stop`: ends it, and returns its exit code.
 * @param {RegExp} until
 */
export function trial(command, args, until, options) {
  // A group of its own, so that what a shell has started ends too.
  const child = spawn(command, args, { ...options, detached: true });
  let said = '';
  const ended = new Promise((resolve) => child.once('close', resolve));
  const ready = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
        if (until.test(said)) resolve(said);
      });
    child.once('error', reject);
    void ended.then(() => reject(new Error(`It ended.\n${said}`)));
    setTimeout(() => reject(new Error(`It was not ready after 60 s.\n${said}`)), 60_000).unref();
  });
  const stop = () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    return ended;
  };
  return { ready, stop, said: () => said };
}
