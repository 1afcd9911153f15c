/** The scroll container below the button: the page, or the box that contains a page whose body does not scroll. */
type Scroller = Pick<Element, 'scrollTop' | 'scrollHeight' | 'clientHeight'>;

interface Box {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Whether two boxes overlap. */
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
