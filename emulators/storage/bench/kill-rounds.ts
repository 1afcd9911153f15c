import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The server's own command line, in a child process that tests can kill. */
const program = `await (await import(${JSON.stringify(new URL('../standalone.ts', import.meta.url).href)})).commandLine()`;

/** One run of the server in a child process. */
interface StorageLife {
  readonly url: string;
  readonly process: ChildProcess;
  /** Its log lines during the start, for example about a removed incomplete record. */
  readonly said: () => string;
}

/** Starts a server with a folder; rejects with its log when it does not start. */
export async function beginLife(folder: string): Promise<StorageLife> {
  const node = ['--import', 'tsx', '--input-type=module', '--eval', program, '--', 'storage-emulator'];
  const child = spawn(process.execPath, [...node, '--port', '0', '--data', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  let printed = '';
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      const found = /listening on \S+:(\d+)/.exec((printed += String(chunk)))?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${printed}${errors}`)));
  });
  return { process: child, url: `http://127.0.0.1:${port}`, said: () => printed + errors };
}

export async function killLife({ process: child }: StorageLife): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** The valid contents of one name: the last acknowledged one, or any that was sent later. */
type Possible = Map<string, (string | null)[]>;

interface StorageKills {
  readonly kills: number;
  readonly acknowledged: number;
  /** Names with invalid contents. */
  readonly lost: readonly string[];
  /** Files without an object, or of incomplete uploads. */
  readonly leftOver: number;
}

const read = async (url: string, name: string): Promise<string | null> => {
  const answer = await fetch(`${url}/b/demo/o/${name}?alt=media`);
  return answer.ok ? answer.text() : null;
};

/**
 * Uploads, replaces and deletes until the connection breaks. The first value of each row is the last acknowledged
 * one.
 */
async function write(
  url: string,
  possible: Possible,
  { round, worker, acknowledge }: { round: number; worker: number; acknowledge: () => void },
): Promise<number> {
  let acknowledged = 0;
  for (let i = 0; ; i++) {
    const name = `w${worker}-${i % 7}`;
    const body = i % 5 === 4 ? null : `${round}/${worker}/${i} `.repeat(1 + ((i * 37) % 400));
    const row = possible.get(name) ?? [null];
    possible.set(name, row);
    row.push(body);
    try {
      const answer =
        body === null
          ? await fetch(`${url}/b/demo/o/${name}`, { method: 'DELETE' })
          : await fetch(`${url}/upload/storage/v1/b/demo/o?uploadType=media&name=${name}`, {
              method: 'POST',
              body,
            });
      await answer.text();
    } catch {
      return acknowledged;
    }
    possible.set(name, [body]);
    acknowledged++;
    acknowledge();
  }
}

async function writeUntilKilled(folder: string, possible: Possible, round: number): Promise<number> {
  const life = await beginLife(folder);
  // A random time after the first acknowledgement, which may take long on a busy machine.
  let timer: NodeJS.Timeout | undefined;
  const acknowledge = () => {
    timer ??= setTimeout(() => life.process.kill('SIGKILL'), Math.random() * 300);
  };
  const writers = [0, 1, 2].map((worker) => write(life.url, possible, { round, worker, acknowledge }));
  const counts = await Promise.all(writers);
  await killLife(life);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Reads every name once and records its contents as the expected ones. */
async function check(folder: string, possible: Possible): Promise<string[]> {
  const life = await beginLife(folder);
  const lost: string[] = [];
  for (const [name, row] of possible) {
    const found = await read(life.url, name);
    if (!row.includes(found)) lost.push(name);
    possible.set(name, [found]);
  }
  await killLife(life);
  return lost;
}

/** Kills the server at random moments while files are written, replaced and deleted, then checks every name. */
export async function storageKills(
  kills: number,
  log: (line: string) => void = () => {},
): Promise<StorageKills> {
  const folder = await mkdtemp(join(tmpdir(), 'busker-kill-'));
  const possible: Possible = new Map();
  const lost: string[] = [];
  let acknowledged = 0;
  try {
    for (let round = 0; round < kills; round++) {
      acknowledged += await writeUntilKilled(folder, possible, round);
      lost.push(...(await check(folder, possible)));
      log(`storage kill ${round + 1}/${kills}: ${acknowledged} writes acknowledged, ${lost.length} lost`);
    }
    await killLife(await beginLife(folder));
    const named = new Set([...possible.values()].flat().filter((body) => body !== null));
    const blobs = (await readdir(join(folder, 'blobs'))).length;
    const incoming = (await readdir(join(folder, 'incoming'))).length;
    return { kills, acknowledged, lost, leftOver: Math.abs(blobs - named.size) + incoming };
  } finally {
    await rm(folder, { recursive: true });
  }
}
