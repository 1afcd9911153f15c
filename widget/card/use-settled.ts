import { useEffect, useState } from 'react';

const ends = ['pointerup', 'pointercancel', 'focusout', 'keyup'] as const;

/**
 * The newest value, but not before the fan's hand and focus have left the element: nothing may be swapped or reordered under a
 * finger that is about to lift, or under the keyboard's focus. The first value is taken at once.
 */
export function useSettled<T>(element: HTMLElement, value: T): T {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    if (shown === value) return undefined;
    const show = () => {
      if (!isBusy(element)) setShown(value);
    };
    // After the event: during `focusout` the focus is nowhere, it may be moving to the next link of the same card.
    const showSoon = () => void setTimeout(show);
    show();
    for (const name of ends) element.addEventListener(name, showSoon);
    return () => {
      for (const name of ends) element.removeEventListener(name, showSoon);
    };
  }, [element, shown, value]);
  return shown;
}

const isBusy = (element: HTMLElement): boolean => element.matches(':focus-within, :active');
