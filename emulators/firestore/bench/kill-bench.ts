import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchRow } from '../../../bench/bench-row';
import { spawnServer, type SpawnedServer } from './spawn-server';

const DATABASE = 'projects/demo-busker/databases/(default)';
const DOCUMENTS = `${DATABASE}/documents`;
const WRITERS = 4;
/** So small that some kills happen while the log is compacted. */
const COMPACT_FROM = 50_000;

interface KillResult {
  readonly kills: number;
  readonly acknowledged: number;
  /** Acknowledged writes that were missing after a restart. */
  readonly lost: readonly string[];
  /** Starts that removed an incomplete last record. */
  readonly torn: number;
}

async function post(url: string, verb: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${url}/v1/${DOCUMENTS}:${verb}`, {
    method: 'POST',
    headers: { Authorization: 'Bearer owner' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${verb}: ${response.status}`);
  return response.json();
}

/** Document path to its expected value; null for a deleted document. */
type Expected = Map<string, number | null>;

/** Sends mixed writes in sequence until the server dies. Only acknowledged writes are expected afterwards. */
async function write(
  url: string,
  writer: number,
  round: number,
  expected: Expected,
  acknowledged: () => void,
): Promise<void> {
  for (let n = 0; ; n++) {
    const path = `w${writer}/d${n % 7}`;
    const other = `w${writer}/r${round}-${n}`;
    const name = (p: string): string => `${DOCUMENTS}/${p}`;
    const value = round * 100_000 + n;
    const fields = {
      n: { integerValue: String(value) },
      pad: { stringValue: 'x'.repeat(n % 5 === 0 ? 20_000 : 50) },
    };
    const remove = n % 6 === 5;
    const writes = remove
      ? [{ delete: name(path) }]
      : [{ update: { name: name(path), fields } }, { update: { name: name(other), fields } }];
    // Until the answer arrives, both states are valid.
    expected.delete(path);
    try {
      await post(url, 'commit', { writes });
    } catch {
      return;
    }
    acknowledged();
    expected.set(path, remove ? null : value);
    if (!remove) expected.set(other, value);
  }
}

async function missing(url: string, expected: Expected): Promise<string[]> {
  const lost: string[] = [];
  const paths = [...expected.keys()];
  for (let i = 0; i < paths.length; i += 300) {
    const documents = paths.slice(i, i + 300).map((path) => `${DOCUMENTS}/${path}`);
    const answers = (await post(url, 'batchGet', { documents })) as {
      found?: { name: string; fields: { n: { integerValue: string } } };
      missing?: string;
    }[];
    for (const { found, missing: none } of answers) {
      const path = (found?.name ?? none ?? '').split('/documents/')[1] ?? '';
      const stored = found === undefined ? null : Number(found.fields.n.integerValue);
      if (expected.get(path) !== stored)
        lost.push(`${path}: ${expected.get(path)} expected, ${stored} found`);
    }
  }
  return lost;
}

/**
 * Waits for some acknowledged writes, kills the server at a random moment, and returns the number of acknowledged
 * writes.
 */
async function writeUntilKilled(server: SpawnedServer, round: number, expected: Expected): Promise<number> {
  const enough = 5 + Math.floor(Math.random() * 60);
  let acknowledged = 0;
  let reached = (): void => {};
  const enoughWritten = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const writers = Array.from({ length: WRITERS }, (_, writer) =>
    write(server.url, writer, round, expected, () => {
      if (++acknowledged === enough) reached();
    }),
  );
  await enoughWritten;
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 15));
  await server.kill();
  await Promise.all(writers);
  return acknowledged;
}

/** Kills the server at random moments during mixed writes, and checks every acknowledged write after the restart. */
export async function killRounds(kills: number, log: (line: string) => void = () => {}): Promise<KillResult> {
  const data = mkdtempSync(join(tmpdir(), 'busker-kill-'));
  const expected: Expected = new Map();
  const lost: string[] = [];
  let acknowledged = 0;
  let torn = 0;
  try {
    for (let round = 0; round <= kills; round++) {
      const server = await spawnServer({ data, compactFrom: COMPACT_FROM });
      if (server.lines.some((line) => line.includes('incomplete record removed'))) torn++;
      lost.push(...(await missing(server.url, expected)));
      if (round < kills) {
        acknowledged += await writeUntilKilled(server, round, expected);
        log(
          `kill ${round + 1}/${kills}: ${acknowledged} writes acknowledged, ${lost.length} lost, ${torn} incomplete records`,
        );
      } else await server.kill();
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
  return { kills, acknowledged, lost, torn };
}

/** kill -9 at random moments during mixed writes, then a check of every acknowledged write. */
export async function run(kills = 200, log?: (line: string) => void): Promise<BenchRow[]> {
  const result = await killRounds(kills, log);
  return [
    {
      what: `acknowledged writes lost after ${kills} kills`,
      value: result.lost.length,
      unit: 'count',
      atMost: 0,
    },
    { what: 'writes acknowledged', value: result.acknowledged, unit: 'count', atMost: null },
    { what: 'incomplete last records removed', value: result.torn, unit: 'count', atMost: null },
  ];
}
