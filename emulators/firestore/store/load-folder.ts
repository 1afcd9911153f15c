import { existsSync, readFileSync, truncateSync } from 'node:fs';
import type { LoadedState } from '../engine/engine';
import type { StoredDocument } from '../engine/stored-document';
import { readRecords } from './record-format';
import { commitsFile, findSegments, snapshotFile } from './segment-files';
import { type ReadCommit, readCommits } from './stored-record';

export interface LoadedFolder extends LoadedState {
  /** The segment to append to, and its length. */
  readonly segment: number;
  readonly length: number;
}

class Replay {
  highWater = 0;
  readonly databases = new Map<string, Map<string, StoredDocument>>();

  apply({ database, time, documents }: ReadCommit): void {
    this.highWater = Math.max(this.highWater, time);
    const known = this.databases.get(database) ?? new Map<string, StoredDocument>();
    this.databases.set(database, known);
    for (const { path, document } of documents) {
      if (document === null) known.delete(path);
      else known.set(path, document);
    }
  }
}

const damaged = (file: string): Error =>
  new Error(`${file} is damaged in the middle. Restore it from a copy, or start with an empty folder.`);

function replayFile(replay: Replay, file: string): { whole: number; size: number; damaged: boolean } {
  const content = readFileSync(file);
  const { whole, damaged: broken } = readRecords(content, (json) =>
    readCommits(json).forEach((commit) => replay.apply(commit)),
  );
  return { whole, size: content.length, damaged: broken };
}

function replayLast(replay: Replay, file: string, log: (line: string) => void): number {
  const { whole, size, damaged: broken } = replayFile(replay, file);
  if (broken) throw damaged(file);
  if (whole < size) {
    log(
      `firestore: removed ${size - whole} bytes of a record that was incomplete when the server last stopped`,
    );
    truncateSync(file, whole);
  }
  return whole;
}

/** Loads a data folder. An incomplete last record was never acknowledged and is removed. */
export function loadFolder(folder: string, log: (line: string) => void): LoadedFolder {
  const { snapshot, commits } = findSegments(folder);
  const replay = new Replay();
  if (snapshot !== null) {
    const file = snapshotFile(folder, snapshot);
    const { whole, size } = replayFile(replay, file);
    if (whole < size) throw damaged(file);
  }
  const last = commits.at(-1) ?? snapshot ?? 1;
  for (const number of commits) {
    if (number === last) continue;
    const file = commitsFile(folder, number);
    const { whole, size } = replayFile(replay, file);
    if (whole < size) throw damaged(file);
  }
  const lastFile = commitsFile(folder, last);
  const length = existsSync(lastFile) ? replayLast(replay, lastFile, log) : 0;
  const databases = new Map([...replay.databases].map(([name, documents]) => [name, documents.values()]));
  return { highWater: replay.highWater, databases, segment: last, length };
}
