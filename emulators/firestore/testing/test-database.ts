import type { WireFields } from '@busker/emulators/wire-value';
import { FirestoreEngine, type Database } from '../engine/database';
import { parseWrite } from '../engine/writes';
import type { WriteMessage } from '../wire/messages';

export const DATABASE = 'projects/p/databases/d';

export const nameOf = (path: string): string => `${DATABASE}/documents/${path}`;

/** An in-memory database for tests. */
export const inMemoryDatabase = (): Database =>
  new FirestoreEngine(() => {}, { highWater: 0, databases: new Map() }).database(DATABASE);

export function commitTo(database: Database, ...messages: WriteMessage[]) {
  return database.commit(
    messages.map((message) => parseWrite(message, DATABASE)),
    () => {},
  );
}

export const set = (path: string, fields: WireFields): WriteMessage => ({
  update: { name: nameOf(path), fields },
});

export const int = (n: number | string) => ({ integerValue: String(n) });

export const text = (stringValue: string) => ({ stringValue });
