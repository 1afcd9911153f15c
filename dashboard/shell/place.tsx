import { NavLink, VisuallyHidden } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useHeldTips } from '../session/owner-documents';
import { useText } from '../messages/text';
import { screenAt, tabsOf, type places } from '../navigation/destinations';
import styles from './shell.module.css';

/** How many messages wait for the owner. */
export function Waiting() {
  const text = useText();
  const { tips, more } = useHeldTips();
  if (tips.length === 0) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden>{more ? `${tips.length}+` : tips.length}</span>
      <VisuallyHidden>{text('review.waiting', { count: tips.length })}</VisuallyHidden>
    </span>
  );
}

/** A mouse that only crosses the menu rests on no place. In milliseconds. */
const restMillis = 150;

/** The distance of the list from the end of the window, in pixels. */
const gap = 8;

type Finger = Pick<MouseEvent, 'clientX' | 'clientY'>;

/**
 * The list of a place's screens: it opens under a mouse or a finger that rests, and stays while the mouse or the focus is in it. A finger slides to a
 * screen, and opens it where it is lifted.
 */
function usePeek() {
  const list = useRef<HTMLDivElement>(null);
  const timer = useRef(0);
  const isInside = useRef(false);
  const [isOpen, setOpen] = useState(false);
  const hasFocus = () => list.current?.contains(document.activeElement) === true;
  const close = () => {
    window.clearTimeout(timer.current);
    setOpen(false);
  };
  const move = (inside: boolean) => {
    isInside.current = inside;
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpen(inside || hasFocus()), restMillis);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  // In a low window it begins higher, so that its end is on screen.
  useLayoutEffect(() => {
    if (!isOpen || list.current === null) return;
    const { top, height } = list.current.getBoundingClientRect();
    const lowest = window.innerHeight - height - gap;
    if (top > lowest) list.current.style.top = `${Math.max(gap, lowest)}px`;
  }, [isOpen]);
  // What appeared beside the pointer goes by Escape, without moving the pointer (WCAG 1.4.13).
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      if (hasFocus()) list.current?.parentElement?.querySelector('a')?.focus();
      close();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  const under = ({ clientX, clientY }: Finger) => {
    const link = document.elementFromPoint(clientX, clientY)?.closest('a');
    return link && list.current?.parentElement?.contains(link) ? link : null;
  };
  const slide = (finger: Finger) => isOpen && under(finger)?.focus();
  const lift = (finger: Finger & Pick<Event, 'target'>) => {
    // A tap in the list: its click follows, and without the list it would press what lies below.
    if (list.current?.contains(finger.target as Node)) return;
    const link = isOpen ? under(finger) : null;
    if (list.current?.contains(link)) link?.click();
    // Lifted on the place again: the list stays open for a tap.
    else if (link) list.current?.querySelector('a')?.focus();
  };
  return { list, isOpen, move, close, slide, lift, left: () => !isInside.current && close() };
}

/**
 * A place of the menu. A mouse or a finger that rests on it shows its screens next to it, so that each is one press away. The same screens are the
 * tabs of the place, for taps, keys and readers.
 */
export function Place({ name, label, Icon }: (typeof places)[number]) {
  const text = useText();
  const here = screenAt(useLocation().pathname);
  const { list, isOpen, move, close, slide, lift, left } = usePeek();
  const tabs = tabsOf(name, false);
  // The tab is the page itself. A place without tabs is its own page.
  const current = here?.of === name ? (tabs.length > 1 ? 'true' : 'page') : undefined;
  return (
    <div
      role="presentation"
      className={styles.place}
      onPointerEnter={() => move(true)}
      onPointerMove={(finger) => finger.pointerType === 'touch' && slide(finger)}
      onPointerUp={(finger) => finger.pointerType === 'touch' && lift(finger)}
      onPointerLeave={() => move(false)}
      // The browser's menu would cover the list when a finger rests. A mouse keeps it.
      onContextMenu={({ nativeEvent: asked }) =>
        isOpen && asked instanceof PointerEvent && asked.pointerType === 'touch' && asked.preventDefault()
      }
      onClick={close}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || left()}
    >
      <NavLink
        component={Link}
        to={tabs[0]?.to ?? '/'}
        draggable={false}
        label={text(label)}
        classNames={{
          body: styles.placeBody ?? '',
          section: styles.entryIcon ?? '',
          label: styles.placeName ?? '',
        }}
        leftSection={
          <span className={styles.placeIcon}>
            <Icon size={19} stroke={1.7} aria-hidden />
            {name === 'money' && <Waiting />}
          </span>
        }
        active={current !== undefined}
        aria-current={current}
      />
      {isOpen && tabs.length > 1 && (
        <div ref={list} className={styles.peek}>
          {tabs.map((tab) => (
            <Link key={tab.to} to={tab.to}>
              {text(tab.label)}
            </Link>
          ))}
        </div>
      )}
    </div>
  );
}
