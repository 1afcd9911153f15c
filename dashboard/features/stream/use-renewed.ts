import { useCallback, useEffect, useRef } from 'react';

/**
 * Calls `tell` once the key has changed after the server renewed it. The server answers before the owner's document arrives, and an owner who reads
 * "The address is new" copies what the field shows.
 */
export function useRenewed(overlayKey: string, tell: () => void) {
  const shown = useRef(overlayKey);
  const replaced = useRef<{ readonly key: string; readonly done: boolean } | null>(null);
  const check = useCallback(() => {
    if (replaced.current?.done !== true || replaced.current.key === shown.current) return;
    replaced.current = null;
    tell();
  }, [tell]);
  useEffect(() => {
    shown.current = overlayKey;
    check();
  }, [overlayKey, check]);
  return {
    /** Before the request: the document may arrive earlier than the answer. */
    begin: useCallback(() => {
      replaced.current = { key: shown.current, done: false };
    }, []),
    end: useCallback(() => {
      if (replaced.current) replaced.current = { ...replaced.current, done: true };
      check();
    }, [check]),
  };
}
