import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { adoptStyles } from '../styles/adopt-styles';
import styles from '../styles/floating.css?inline';

const holding = [
  'transform',
  'translate',
  'rotate',
  'scale',
  'perspective',
  'filter',
  'backdropFilter',
] as const;

/**
 * Whether an ancestor contains `position: fixed` elements in place of the window. Page builders animate sections with transforms; an element in
 * such a section is neither at the window's edge nor above the page.
 */
function isHeld(element: Element): boolean {
  for (let at = renderedParent(element); at; at = renderedParent(at)) {
    const style = getComputedStyle(at);
    // Undefined in a browser without this property.
    if (holding.some((name) => (style[name] || 'none') !== 'none')) return true;
    if (/transform|translate|rotate|scale|perspective|filter/.test(style.willChange)) return true;
    if (/paint|layout|strict|content/.test(style.contain) || style.contentVisibility === 'auto') return true;
  }
  return false;
}

/** In the flat tree: out of shadow roots, through slots. Not shared with widget/match, because each shared chunk costs every card a hash. */
function renderedParent(element: Element): Element | null {
  const parent = element.assignedSlot ?? element.parentNode;
  return parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null;
}

/** The scroll container below the button: the page, or the box that contains a page whose body does not scroll. */
type Scroller = Pick<Element, 'scrollTop' | 'scrollHeight' | 'clientHeight'>;

interface Box {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Whether fewer than `room` pixels are left to scroll, on an element that scrolls further than that. */
export const isAtEnd = ({ scrollTop, scrollHeight, clientHeight }: Scroller, room: number): boolean =>
  scrollHeight - clientHeight > room && scrollHeight - clientHeight - scrollTop < room;

/**
 * Reports whether the button should move aside: it would cover the focused element, or the end of the page. Checks at most once per frame, and
 * only after something moved. Returns a function that stops this.
 */
export function watchRoom(pill: HTMLElement, report: (aside: boolean) => void): () => void {
  const document = pill.ownerDocument;
  const view = document.defaultView;
  if (!view) return () => undefined;
  let scroller: Scroller = document.scrollingElement ?? document.documentElement;
  let frame = 0;
  const look = () => {
    frame = 0;
    const box = pill.getBoundingClientRect();
    const focused = focusedBox(pill, document, view.innerWidth * view.innerHeight);
    report(
      isAtEnd(scroller, box.height + view.innerHeight - box.bottom) || (!!focused && overlap(box, focused)),
    );
  };
  const soon = () => {
    frame ||= view.requestAnimationFrame(look);
  };
  const scrolled = ({ target }: Event) => {
    if (target instanceof Element && overlap(target.getBoundingClientRect(), pill.getBoundingClientRect()))
      scroller = target;
    soon();
  };
  const stop = new AbortController();
  const options = { passive: true, capture: true, signal: stop.signal };
  document.addEventListener('scroll', scrolled, options);
  for (const name of ['resize', 'focusin', 'focusout'] as const) view.addEventListener(name, soon, options);
  soon();
  return () => {
    stop.abort();
    view.cancelAnimationFrame(frame);
  };
}

/** The box of the focused element. Null if there is none, if it is in this card, or if it fills half of the window. */
function focusedBox(pill: HTMLElement, document: Document, windowArea: number): Box | null {
  let focused = document.activeElement;
  const own = pill.getRootNode();
  while (focused?.shadowRoot?.activeElement) {
    if (focused.shadowRoot === own) return null;
    focused = focused.shadowRoot.activeElement;
  }
  if (!focused || focused === document.body) return null;
  const box = focused.getBoundingClientRect();
  return box.width * box.height > windowArea / 2 ? null : box;
}

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
