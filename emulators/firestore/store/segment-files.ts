import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A folder has `snapshot-N` (all documents at one time) and `commits-N`, `commits-N+1` … (every commit since). A new
 * snapshot is written while the log continues, and takes effect when it gets its final name.
 */
const NAME = /^(snapshot|commits)-(\d{8})\.log$/;

export interface SegmentFiles {
  readonly snapshot: number | null;
  readonly commits: readonly number[];
}

const numbered = (kind: string, number: number): string => `${kind}-${String(number).padStart(8, '0')}.log`;

export const snapshotFile = (folder: string, number: number): string =>
  join(folder, numbered('snapshot', number));

export const commitsFile = (folder: string, number: number): string =>
  join(folder, numbered('commits', number));

export function findSegments(folder: string): SegmentFiles {
  const found = readdirSync(folder).flatMap((name) => {
    const match = NAME.exec(name);
    return match === null ? [] : [{ kind: match[1], number: Number(match[2]) }];
  });
  const snapshots = found.filter(({ kind }) => kind === 'snapshot').map(({ number }) => number);
  const snapshot = snapshots.length === 0 ? null : Math.max(...snapshots);
  const commits = found
    .filter(({ kind, number }) => kind === 'commits' && number >= (snapshot ?? 0))
    .map(({ number }) => number)
    .sort((a, b) => a - b);
  return { snapshot, commits };
}

/** Files that a newer snapshot replaces. */
export function outdatedSegments(folder: string, snapshot: number): string[] {
  return readdirSync(folder)
    .filter((name) => {
      const match = NAME.exec(name);
      return (match !== null && Number(match[2]) < snapshot) || name.endsWith('.tmp');
    })
    .map((name) => join(folder, name));
}

/** Makes created, renamed and removed file names durable. */
export function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
