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
 * The tip button, floating in a corner of the window. It moves aside while it would cover the focused element of the page, and at the end of the
 * page. Keyboard focus brings it back.
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

/** An ancestor with a transform or a filter would contain the button. The browser's top layer is above all of them. */
function liftOut(pill: HTMLElement): void {
  if (typeof pill.showPopover !== 'function') return;
  pill.popover = 'manual';
  pill.showPopover();
}
