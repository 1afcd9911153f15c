import { useCallback } from 'react';
import { readFault } from '../../core/base/field-faults';
import { useText } from './text';

/** The sentence of a fault code (`too-long:60`); anything else is returned unchanged. */
export function useFaultText(): (given: string) => string {
  const text = useText();
  return useCallback(
    (given) => {
      const read = readFault(given);
      return read ? text(`fault.${read.code}`, { max: read.max ?? 0, word: read.word ?? '' }) : given;
    },
    [text],
  );
}
