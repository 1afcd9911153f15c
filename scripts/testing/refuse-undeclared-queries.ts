import { join } from 'node:path';
import { indexCheck } from '@busker/emulator-firestore/indexes/index-check';
import { parseQuery } from '@busker/emulator-firestore/query/parse-query';
import type { FilterMessage } from '@busker/emulator-firestore/wire/messages';
import { isOfContract } from '@busker/functions/testing/document-contract';
import { InMemoryStore } from '@busker/functions/testing/in-memory-store';
import type { FilterValue } from '@busker/functions/store/store';

// A test of a script for the browser has another URL, so this is no URL.
const checkOf = (file: string) => indexCheck(join(import.meta.dirname, '../../rules', file));
const ofProduct = checkOf('firestore.indexes.json');
const ofContract = checkOf('contract/firestore.indexes.json');

const operators = {
  '==': 'EQUAL',
  '<': 'LESS_THAN',
  '<=': 'LESS_THAN_OR_EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_THAN_OR_EQUAL',
  in: 'IN',
  'array-contains': 'ARRAY_CONTAINS',
} as const;

/** The value does not matter for an index, but the number of values does for Firestore. */
const some = { booleanValue: true };

function filterOf(
  fieldPath: string,
  op: keyof typeof operators,
  value: FilterValue | readonly FilterValue[],
): FilterMessage {
  const values = Array.isArray(value) ? value.map(() => some) : [some];
  return {
    fieldFilter: {
      field: { fieldPath },
      op: operators[op],
      value: op === 'in' ? { arrayValue: { values } } : some,
    },
  };
}

// Every query of every test on the store in memory is refused when Firestore would refuse it for want of an index. So a
// new query fails in the tests of its own folder, long before it is deployed.
InMemoryStore.refuse = ({ from, group = false, where = [], orderBy = [] }, summed) => {
  const parents = from.split('/');
  const collectionId = parents.pop() ?? '';
  const filters = where.map(([field, op, value]) => filterOf(field, op, value));
  const query = parseQuery(['projects/demo/databases/(default)/documents', ...parents].join('/'), {
    from: [{ collectionId, allDescendants: group }],
    ...(filters.length === 0 ? {} : { where: { compositeFilter: { op: 'AND', filters } } }),
    orderBy: orderBy.map(([fieldPath, direction]) => ({
      field: { fieldPath },
      direction: direction === 'asc' ? 'ASCENDING' : 'DESCENDING',
    })),
  });
  const check = isOfContract(from) ? ofContract : ofProduct;
  check(
    query,
    summed.map((field) => field.split('.')),
  );
};
