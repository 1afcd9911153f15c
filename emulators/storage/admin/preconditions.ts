import { conditionNotMet } from '../storage-error';
import type { ObjectRecord } from '../store/object-record';
import { wholeNumber } from '../http/request-parts';

type Stored = ObjectRecord | undefined;
type Check = (stored: Stored) => void;

interface Conditions {
  /** Whether the `if…Match` preconditions hold. Generation 0 means that there is no object. */
  readonly matches: (stored: Stored) => boolean;
  /** Whether the `if…NotMatch` preconditions hold. */
  readonly differs: (stored: Stored) => boolean;
}

function conditions(query: URLSearchParams, of: '' | 'Source'): Conditions {
  const number = (name: string): number | undefined => wholeNumber(query.get(name), name);
  const same = number(`if${of}GenerationMatch`);
  const other = number(`if${of}GenerationNotMatch`);
  const sameMeta = number(`if${of}MetagenerationMatch`);
  const otherMeta = number(`if${of}MetagenerationNotMatch`);
  return {
    matches: (stored) =>
      (same === undefined || same === (stored?.generation ?? 0)) &&
      (sameMeta === undefined || sameMeta === (stored?.metageneration ?? 0)),
    differs: (stored) =>
      (other === undefined || other !== (stored?.generation ?? 0)) &&
      (otherMeta === undefined || otherMeta !== (stored?.metageneration ?? 0)),
  };
}

/**
 * `ifGenerationMatch` and the other preconditions for a request that changes an object; with `Source`, for the source
 * of a copy.
 */
export function preconditions(query: URLSearchParams, of: '' | 'Source' = ''): Check {
  const { matches, differs } = conditions(query, of);
  return (stored) => {
    if (!matches(stored)) throw conditionNotMet('If-Match');
    if (!differs(stored)) throw conditionNotMet('If-None-Match');
  };
}

/** The preconditions of a read. An `if…NotMatch` that fails returns true: there is nothing newer to send (304). */
export function isUnchanged(query: URLSearchParams, stored: ObjectRecord): boolean {
  const { matches, differs } = conditions(query, '');
  if (!matches(stored)) throw conditionNotMet('If-Match');
  return !differs(stored);
}
