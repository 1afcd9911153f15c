import { useState } from 'react';

let last = 0;

/** An id for references within one shadow root. React's `useId` is not in the small renderer. */
export function useOwnId(): string {
  return useState(() => `busker-${(last += 1)}`)[0];
}
