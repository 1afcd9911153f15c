import type { WireFields } from '../../wire-value';
import { formatInstant, type Micros } from '../values/instant';
import { documentName } from '../values/resource-name';
import type { DocumentMessage } from '../wire/messages';

/** One version of a document. Never changed: an update makes a new one. `path` is relative to the database. */
export interface StoredDocument {
  readonly path: string;
  readonly fields: WireFields;
  readonly createTime: Micros;
  readonly updateTime: Micros;
}

/** What one commit did to one document; null stands for "no such document". */
export interface DocumentChange {
  readonly path: string;
  readonly before: StoredDocument | null;
  readonly after: StoredDocument | null;
}

/** All changes of one commit, at most one for a document. */
export interface CommittedChanges {
  readonly database: string;
  readonly time: Micros;
  readonly changes: readonly DocumentChange[];
}

/** Something that documents can be read from: the newest state, a state in the past, or a commit under way. */
export interface DocumentView {
  get(path: string): StoredDocument | null;
}

export function documentMessage(
  database: string,
  document: StoredDocument,
  fields: WireFields = document.fields,
): DocumentMessage {
  return {
    name: documentName(database, document.path),
    fields,
    createTime: formatInstant(document.createTime),
    updateTime: formatInstant(document.updateTime),
  };
}
