import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const program = fileURLToPath(new URL('storage-process.ts', import.meta.url));
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'busker-kill-'));
});
afterEach(() => rm(folder, { recursive: true }));

interface Life {
  readonly process: ChildProcess;
  readonly url: string;
}

async function begin(): Promise<Life> {
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
  return { process: child, url: `http://127.0.0.1:${port}` };
}

async function kill({ process: child }: Life): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** What one name may hold: what was acknowledged last, or anything that was sent after it. */
type Possible = Map<string, (string | null)[]>;

const read = async (url: string, name: string): Promise<string | null> => {
  const answer = await fetch(`${url}/b/demo/o/${name}?alt=media`);
  return answer.ok ? answer.text() : null;
};

/** Uploads, overwrites and deletes until the connection breaks; the first value of each row is the last acknowledged one. */
async function write(url: string, possible: Possible, round: number, worker: number): Promise<number> {
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
  }
}

describe('a server that is killed', () => {
  const rounds = Number(process.env['BUSKER_KILLS'] ?? 5);

  it(
    'loses nothing that it acknowledged, and leaves no bytes that nobody names',
    { timeout: 60_000 + rounds * 10_000 },
    async () => {
      const possible: Possible = new Map();
      let acknowledged = 0;
      for (let round = 0; round < rounds; round++) {
        const life = await begin();
        const writers = [0, 1, 2].map((worker) => write(life.url, possible, round, worker));
        setTimeout(() => life.process.kill('SIGKILL'), 40 + Math.random() * 260);
        for (const count of await Promise.all(writers)) acknowledged += count;
        await kill(life);
        const next = await begin();
        for (const [name, row] of possible) {
          const found = await read(next.url, name);
          expect(row).toContain(found);
          possible.set(name, [found]);
        }
        await kill(next);
      }
      expect(acknowledged).toBeGreaterThan(rounds);
      const last = await begin();
      const named = new Set([...possible.values()].flat().filter((body) => body !== null));
      expect((await readdir(join(folder, 'blobs'))).length).toBe(named.size);
      expect(await readdir(join(folder, 'incoming'))).toEqual([]);
      await kill(last);
    },
  );

  it('is not joined by a second one on the same folder', { timeout: 30_000 }, async () => {
    const life = await begin();
    await expect(begin()).rejects.toThrow(/in use by process \d+/);
    await kill(life);
  });
});
