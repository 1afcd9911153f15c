import { useState } from 'react';

let last = 0;

/** An id for references within one shadow root. React's `useId` is not in Preact's core. */
export function useOwnId(): string {
  return useState(() => `busker-${(last += 1)}`)[0];
}
