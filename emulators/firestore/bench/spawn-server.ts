import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const serve = fileURLToPath(new URL('../serve.ts', import.meta.url));

export interface SpawnedServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly lines: readonly string[];
  /** kill -9, at once. */
  kill(): Promise<void>;
}

export interface SpawnOptions {
  readonly port?: number;
  readonly data?: string;
  readonly rules?: string;
  /** The log is compacted when it has this many bytes. */
  readonly compactFrom?: number;
}

function addressIn(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      for (const line of chunk.toString().trimEnd().split('\n')) {
        lines.push(line);
        const url = /listening on (\S+)/.exec(line)?.[1];
        if (url !== undefined) resolve(url);
      }
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`the server ended (${code}): ${lines.join('\n')}`)));
  });
}

/** The server in a child process, so that a test can kill it. */
export async function spawnServer({
  port = 0,
  data,
  rules,
  compactFrom,
}: SpawnOptions): Promise<SpawnedServer> {
  const options = [
    ['--port', String(port)],
    data === undefined ? [] : ['--data', data],
    rules === undefined ? [] : ['--rules', rules],
    compactFrom === undefined ? [] : ['--fold-from', String(compactFrom)],
  ].flat();
  const child = spawn(process.execPath, ['--import', 'tsx', serve, ...options], { cwd: root, stdio: 'pipe' });
  const lines: string[] = [];
  const gone = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  const url = await addressIn(child, lines);
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    lines,
    kill() {
      child.kill('SIGKILL');
      return gone;
    },
  };
}
