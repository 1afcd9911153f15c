import { useState } from 'react';

let last = 0;

/** An id for ties between elements of one shadow root. React's own hook for this would be in the first bytes of every card. */
export function useOwnId(): string {
  return useState(() => `busker-${(last += 1)}`)[0];
}
