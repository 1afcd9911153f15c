import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { adoptStyles } from '../styles/adopt-styles';
import styles from '../styles/floating.css?inline';
import { isHeld } from './is-held';
import { watchRoom } from './watch-room';

interface Props {
  readonly shadow: ShadowRoot;
  /** The tip button. */
  readonly children?: ReactNode;
}

/**
 * The tip button as a pill in the window's corner. It steps aside while it would cover what the page's keyboard focus is on, and at the
 * end of the page; a keyboard that reaches it there brings it back.
 */
export function Floating({ shadow, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [aside, setAside] = useState(false);
  useLayoutEffect(() => adoptStyles(shadow, styles), [shadow]);
  useEffect(() => {
    const pill = place.current;
    if (!pill) return undefined;
    if (isHeld(pill)) liftOut(pill);
    return watchRoom(pill, setAside);
  }, []);
  return (
    <div ref={place} className={`floating${aside ? ' aside' : ''}`}>
      <div className="floating-room">{children}</div>
    </div>
  );
}

/** An ancestor with a transform, a filter or the like would hold the pill in itself: the browser's top layer is above all of them. */
function liftOut(pill: HTMLElement): void {
  if (typeof pill.showPopover !== 'function') return;
  pill.popover = 'manual';
  pill.showPopover();
}
