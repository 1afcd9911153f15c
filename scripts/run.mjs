import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The repository's root, wherever the script is called from. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs a command in the root and collects what it prints.
 * A bare name is looked up in node_modules/.bin first, so scripts work without `npm run` as well.
 * @returns {Promise<{ code: number, output: string }>} the exit code (a signal counts as 1), stdout and stderr as printed
 */
export function run(command, args, { env = {}, inherit = false } = {}) {
  const path = `${root}node_modules/.bin${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, PATH: path, ...env },
      stdio: inherit ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    const stop = () => child.kill();
    process.once('exit', stop);
    const printed = [];
    child.stdout?.on('data', (chunk) => printed.push(chunk));
    child.stderr?.on('data', (chunk) => printed.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', stop);
      resolve({ code: code ?? 1, output: Buffer.concat(printed).toString() });
    });
  });
}
