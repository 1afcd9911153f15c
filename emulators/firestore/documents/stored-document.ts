import type { WireFields } from '@busker/rules-engine/port';
import { documentName } from '../values/names';
import { formatInstant, type Micros } from '../values/values';
import type { DocumentMessage } from '../wire/messages';

/** One version of a document. It is immutable: an update creates a new one. `path` is relative to the database. */
export interface StoredDocument {
  readonly path: string;
  readonly fields: WireFields;
  readonly createTime: Micros;
  readonly updateTime: Micros;
}

/** The change of one document in one commit; null means that the document does not exist. */
export interface DocumentChange {
  readonly path: string;
  readonly before: StoredDocument | null;
  readonly after: StoredDocument | null;
}

/** All changes of one commit, at most one for each document. */
export interface CommittedChanges {
  readonly database: string;
  readonly time: Micros;
  readonly changes: readonly DocumentChange[];
}

/** A readable state of documents: the present one, a past one, or a commit in progress. */
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
