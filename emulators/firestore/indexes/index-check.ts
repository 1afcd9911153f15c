import { basename } from 'node:path';
import type { Query } from '../query/query';
import { StatusError } from '../status';
import type { FieldPath } from '../values/field-path';
import { areEnough, readIndexes } from './declared-indexes';
import { type NeededIndex, neededIndexes } from './needed-index';

/** Refuses a query that production refuses because of a missing index. `summed` are the fields that it adds up. */
export type IndexCheck = (query: Query, summed?: readonly FieldPath[]) => void;

const described = ({
  collectionGroup,
  queryScope,
  equal,
  contains,
  sorted,
  nameOrder,
}: NeededIndex): string => {
  const [only, ...more] = sorted;
  const implied = sorted.at(-1)?.order ?? 'ASCENDING';
  const fields = [
    ...equal.map((fieldPath) => ({ fieldPath, order: 'ASCENDING' })),
    ...contains.map((fieldPath) => ({ fieldPath, arrayConfig: 'CONTAINS' })),
    ...sorted.map(({ field, order }) => ({ fieldPath: field, order })),
    ...(nameOrder === implied ? [] : [{ fieldPath: '__name__', order: nameOrder }]),
  ];
  const alone = fields.length === 1 && (only === undefined || more.length === 0);
  return alone
    ? `a field override of ${collectionGroup}: ${JSON.stringify({ ...fields[0], queryScope })}`
    : `an index: ${JSON.stringify({ collectionGroup, queryScope, fields })}`;
};

/**
 * The check against an indexes file, which is read once. Without a file every query may run, as in Google's emulator.
 */
export function indexCheck(file: string | null): IndexCheck {
  if (file === null) return () => undefined;
  const declared = readIndexes(file);
  return (query, summed) => {
    const missing = neededIndexes(query, summed).find((needed) => !areEnough(declared, needed));
    if (missing === undefined) return;
    throw new StatusError(
      'FAILED_PRECONDITION',
      `The query requires an index, in production too. Add to ${basename(file)} ${described(missing)}.`,
    );
  };
}
