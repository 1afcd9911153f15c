import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('storage-process.ts', import.meta.url));

/** One run of the server in a child process. */
export interface StorageLife {
  readonly url: string;
  readonly process: ChildProcess;
  /** Its log lines during the start, for example about a removed incomplete record. */
  readonly said: () => string;
}

/** Starts a server with a folder; rejects with its log when it does not start. */
export async function beginLife(folder: string): Promise<StorageLife> {
  const child = spawn(process.execPath, ['--import', 'tsx', program, folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const port = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      const found = /port (\d+)/.exec((printed += String(chunk)))?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${errors}`)));
  });
  return { process: child, url: `http://127.0.0.1:${port}`, said: () => errors };
}

export async function killLife({ process: child }: StorageLife): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
