import { useEffect, useRef, useState } from 'react';

const ends = ['pointerup', 'pointercancel', 'focusout', 'keyup'] as const;

/**
 * The newest value, but not before the fan's hand and focus have left the element: nothing may be swapped or reordered under a
 * finger that is about to lift, or under the keyboard's focus. The first value is taken at once.
 */
export function useSettled<T>(element: HTMLElement, value: T, wasUsed: () => boolean): T {
  const [shown, setShown] = useState(value);
  // The fan may have begun before the late part was there.
  const isUsed = useRef(wasUsed());
  const newest = useRef(value);
  useEffect(() => {
    // A page that wraps addEventListener keeps listeners that were removed. They must not show an earlier value.
    newest.current = value;
    const show = () => {
      if (!isBusy(element, isUsed.current)) setShown(newest.current);
    };
    // After the event: during `focusout` the focus is nowhere, it may be moving to the next link of the same card.
    const showSoon = ({ type }: Event) => {
      isUsed.current ||= type !== 'focusout';
      setTimeout(show);
    };
    show();
    for (const name of ends) element.addEventListener(name, showSoon);
    return () => {
      for (const name of ends) element.removeEventListener(name, showSoon);
    };
  }, [element, value]);
  return shown;
}

/** A dialog that opens focuses its first link by itself: that is no fan's focus until a key or a pointer was used there. */
const isBusy = (element: HTMLElement, isUsed: boolean): boolean =>
  element.matches(isUsed || !element.closest('dialog') ? ':focus-within, :active' : ':active');
