import type { WireFields } from '../../wire-value';
import { invalid } from '../status';
import { emptyFields, type FieldPath, parseFieldPath } from '../values/field-path';
import { parseDocumentName } from '../values/resource-name';
import type { FieldTransform, Precondition, WriteMessage } from '../wire/messages';

type Condition =
  | { readonly kind: 'none' }
  | { readonly kind: 'exists'; readonly exists: boolean }
  | { readonly kind: 'updateTime'; readonly updateTime: string };

type Operation =
  | {
      readonly kind: 'set';
      readonly fields: WireFields;
      /** null replaces the whole document. */
      readonly mask: readonly FieldPath[] | null;
      readonly transforms: readonly FieldTransform[];
    }
  | { readonly kind: 'delete' }
  | { readonly kind: 'verify' };

/** A validated write of a commit. */
export interface Write {
  readonly path: string;
  readonly condition: Condition;
  readonly operation: Operation;
}

function condition(message: Precondition | undefined): Condition {
  if (message?.exists !== undefined) return { kind: 'exists', exists: message.exists };
  if (message?.updateTime !== undefined) return { kind: 'updateTime', updateTime: message.updateTime };
  return { kind: 'none' };
}

function pathOf(name: string | undefined, database: string): string {
  const resource = parseDocumentName(name ?? '');
  if (resource.database !== database) {
    throw invalid(`Document name "${name}" is not in the database "${database}" of the request.`);
  }
  return resource.path;
}

/** The limit for one document in production. */
const MAX_TRANSFORMS = 500;

function checkedTransforms(transforms: readonly FieldTransform[] = []): readonly FieldTransform[] {
  if (transforms.length > MAX_TRANSFORMS)
    throw invalid(`A write can have ${MAX_TRANSFORMS} field transforms only.`);
  return transforms;
}

function operation(message: WriteMessage): { name: string | undefined; operation: Operation } {
  if (message.update !== undefined) {
    const fields = message.update.fields ?? emptyFields();
    const mask =
      message.updateMask === undefined ? null : (message.updateMask.fieldPaths ?? []).map(parseFieldPath);
    const transforms = checkedTransforms(message.updateTransforms);
    return { name: message.update.name, operation: { kind: 'set', fields, mask, transforms } };
  }
  if (message.delete !== undefined) {
    if (message.updateMask !== undefined) throw invalid('A delete cannot have a mask.');
    return { name: message.delete, operation: { kind: 'delete' } };
  }
  if (message.verify !== undefined) return { name: message.verify, operation: { kind: 'verify' } };
  if (message.transform !== undefined) {
    const transforms = checkedTransforms(message.transform.fieldTransforms);
    const set = { kind: 'set' as const, fields: emptyFields(), mask: [], transforms };
    return { name: message.transform.document, operation: set };
  }
  throw invalid('A write needs an operation.');
}

export function parseWrite(message: WriteMessage, database: string): Write {
  const { name, operation: parsed } = operation(message);
  return { path: pathOf(name, database), condition: condition(message.currentDocument), operation: parsed };
}
