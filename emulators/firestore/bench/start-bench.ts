import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FirestoreEngine } from '../engine/database';
import { commitTo, DATABASE, int, set, text } from '../testing/test-client';
import { DocumentStore } from '../store/document-store';
import { type BenchRow, median } from '../../../bench/bench-row';
import { spawnServer } from './spawn-server';

const DOCUMENTS = 100_000;
const STARTS = 3;

async function fill(folder: string): Promise<void> {
  const store = new DocumentStore(folder, () => {});
  const engine = new FirestoreEngine((commits) => store.append(commits), store.loaded);
  const database = engine.database(DATABASE);
  for (let from = 0; from < DOCUMENTS; from += 500) {
    const writes = Array.from({ length: 500 }, (_, i) =>
      set(`tips/t${from + i}`, { amount: int(from + i), status: text('paid'), open: { booleanValue: true } }),
    );
    commitTo(database, ...writes);
  }
  await store.close();
}

/** Resident memory of another process; null where the system does not report it. */
function residentMegabytes(pid: number): number | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

interface Start {
  readonly ms: number;
  readonly megabytes: number | null;
}

async function start(data: string): Promise<Start> {
  const began = performance.now();
  const server = await spawnServer({ data });
  const ms = performance.now() - began;
  const megabytes = residentMegabytes(server.pid);
  await server.kill();
  return { ms, megabytes };
}

async function starts(data: string): Promise<Start[]> {
  const all: Start[] = [];
  for (let i = 0; i < STARTS; i++) all.push(await start(data));
  return all;
}

/** The time from the process start until the server listens, with an empty folder and with 100,000 small documents. */
export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'busker-start-'));
  try {
    await fill(join(folder, 'full'));
    const empty = median((await starts(join(folder, 'empty'))).map(({ ms }) => ms));
    const full = await starts(join(folder, 'full'));
    const value = median(full.map(({ ms }) => ms));
    const megabytes = full.flatMap((each) => (each.megabytes === null ? [] : [each.megabytes]));
    const memory: BenchRow[] =
      megabytes.length === 0
        ? []
        : [
            {
              what: 'memory after a start with 100,000 documents',
              value: median(megabytes),
              unit: 'MB',
              atMost: 500,
            },
          ];
    return [
      { what: 'start with 100,000 documents', value, unit: 'ms', atMost: 3000 },
      {
        what: 'start with 100,000 documents, relative to an empty one',
        value: value / empty,
        unit: 'ratio',
        atMost: null,
      },
      ...memory,
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
