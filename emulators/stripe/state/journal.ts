import { createHash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Change } from './entities';

/** Each line is one committed transaction: a checksum, a space, and the changes as JSON. */
export interface Journal {
  load(): Change[];
  append(changes: readonly Change[]): void;
  /** Replaces a long journal with one line that has the present state. */
  compact(snapshot: () => readonly Change[]): void;
  replace(changes: readonly Change[]): void;
  close(): void;
}

const checksum = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
const toLine = (changes: readonly Change[]) => {
  const json = JSON.stringify(changes);
  return `${checksum(json)} ${json}\n`;
};

function readLine(line: string): Change[] | null {
  const json = line.slice(13);
  return line.slice(0, 12) === checksum(json) ? (JSON.parse(json) as Change[]) : null;
}

const COMPACT_AT_LINES = 2000;

export function openJournal(file: string): Journal {
  mkdirSync(dirname(file), { recursive: true });
  let handle: number | null = null;
  let lines = 0;

  const open = () => (handle ??= openSync(file, 'a', 0o600));

  /** A crash can only damage the last line, whose transaction was not acknowledged. */
  const load = (): Change[] => {
    if (!existsSync(file)) return [];
    const rows = readFileSync(file, 'utf8').split('\n');
    const whole = rows.filter((row) => row !== '');
    const changes: Change[][] = [];
    for (const [index, row] of whole.entries()) {
      const read = readLine(row);
      if (read) changes.push(read);
      else if (index < whole.length - 1)
        throw new Error(
          `The Stripe sandbox's state is damaged at line ${index + 1} of ${file}. Delete that file to start with an empty state.`,
        );
    }
    lines = changes.length;
    if (lines < whole.length || rows.at(-1) !== '') replace(changes.flat());
    return changes.flat();
  };

  const replace = (changes: readonly Change[]) => {
    if (handle !== null) closeSync(handle);
    handle = null;
    const fresh = `${file}.new`;
    const target = openSync(fresh, 'w', 0o600);
    if (changes.length > 0) appendFileSync(target, toLine(changes));
    fsyncSync(target);
    closeSync(target);
    renameSync(fresh, file);
    lines = 1;
  };

  return {
    load,
    replace,
    append(changes) {
      appendFileSync(open(), toLine(changes));
      lines += 1;
    },
    compact(snapshot) {
      if (lines > COMPACT_AT_LINES) replace(snapshot());
    },
    close() {
      if (handle !== null) closeSync(handle);
      handle = null;
    },
  };
}
