import { useCallback, useEffect, useState } from 'react';

/**
 * Calls `tell` once the key has changed after the server renewed it. The server answers before the owner's document arrives, and an owner who reads
 * "The address is new" copies what the field shows.
 */
export function useRenewed(overlayKey: string, tell: () => void) {
  const [replaced, setReplaced] = useState<{ readonly key: string; readonly done: boolean } | null>(null);
  useEffect(() => {
    if (replaced?.done !== true || replaced.key === overlayKey) return;
    setReplaced(null);
    tell();
  }, [replaced, overlayKey, tell]);
  return {
    /** Before the request: the document may arrive earlier than the answer. */
    begin: useCallback(() => setReplaced({ key: overlayKey, done: false }), [overlayKey]),
    end: useCallback(() => setReplaced((before) => before && { ...before, done: true }), []),
  };
}
