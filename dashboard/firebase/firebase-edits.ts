import {
  deleteField,
  FieldPath,
  increment,
  serverTimestamp,
  updateDoc,
  type DocumentReference,
} from 'firebase/firestore';
import type { DraftEdit } from '../shared/backend';
import { revisionStep } from '../draft/draft-edit';

/** One update for all edits, field by field, so that other tabs' edits of other fields stay. */
export function writeEdits(draft: DocumentReference, edits: readonly DraftEdit[]): Promise<void> {
  const rest = edits.flatMap((edit) => [
    new FieldPath(...edit.path),
    edit.kind === 'set' ? edit.value : deleteField(),
  ]);
  return updateDoc(
    draft,
    'revision',
    increment(revisionStep(edits)),
    'updatedAt',
    serverTimestamp(),
    ...rest,
  );
}
