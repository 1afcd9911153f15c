/** The visible part of an element, in pixels of the window. */
interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * WebKit (and Chromium before 128) gives the rectangle of an element on a page with a CSS `zoom` in the element's own pixels, but hits in those of the window.
 * Engines where both are the window's have `currentCSSZoom`.
 */
function areaOf(element: Element): Area {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const zoom = 'currentCSSZoom' in element ? 1 : zoomOf(element);
  return { left: left * zoom, top: top * zoom, right: right * zoom, bottom: bottom * zoom };
}

function zoomOf(element: Element): number {
  let zoom = 1;
  for (let at: Element | null | undefined = element; at; at = at.parentElement ?? hostOf(at))
    zoom *= Number(getComputedStyle(at).zoom) || 1;
  return zoom;
}

const hostOf = (element: Element) => (element.getRootNode() as Partial<ShadowRoot>).host;

/** A form lower than this shows no field whole; one narrower can hardly be filled in, where the sheet has more room. */
const leastHeight = 60;
const leastWidth = 240;

/**
 * Whether the page's own styles, which reach the form's frame in the page's tree, keep it from being seen or pressed. Judged by what is
 * laid out and hit, so that no list of properties has to be complete. A form that is covered by something that is not the card's is not
 * judged by hits: that says nothing about the form.
 */
export function isDeformed(place: HTMLElement): boolean {
  const frames = [...place.querySelectorAll('iframe')];
  const box = place.assignedSlot?.parentElement;
  if (frames.length === 0 || !box) return false;
  const room = areaOf(box);
  // The card itself is not laid out: then nobody waits for the form either.
  if (room.right === room.left) return false;
  // Every: beside the form there may be frames that nobody is meant to see.
  return frames.every(
    (frame) => !isSeen(frame, place, room) || isCramped(frame, box) || !isHit(frame, place, box),
  );
}

function isSeen(frame: HTMLElement, place: HTMLElement, room: Area): boolean {
  const area = areaOf(frame);
  const height = area.bottom - area.top;
  const { left, top, right, bottom } = overlap(area, room);
  if (right - left < Math.min(leastWidth, 0.8 * (room.right - room.left))) return false;
  if (height < leastHeight || bottom - top < 0.8 * height) return false;
  // Safari has it since 17.4. Before, a form that is hidden by `visibility` counts as seen.
  return (
    strengthWithin(frame, place) > 0.1 && (frame.checkVisibility?.({ visibilityProperty: true }) ?? true)
  );
}

/** How much is left of what is drawn, from 0 to 1. Outside of the place lies the sheet, which hides the form itself until it is ready. */
function strengthWithin(frame: Element, place: Element): number {
  let strength = 1;
  for (let at: Element | null = frame; at; at = at === place ? null : at.parentElement) {
    const style = getComputedStyle(at);
    // The visible part of a masked element is unknown. Stripe's elements have no mask.
    if ((style.maskImage || 'none') !== 'none') return 0;
    strength *= Number(style.opacity) * leftBy(style.filter);
  }
  return strength;
}

/** A filter of this many pixels makes letters unreadable. */
const blurred = 3;

/** Browsers compute each of a filter's figures to a plain number. */
function leftBy(filter: string): number {
  let left = 1;
  for (const [, kind, figure] of filter.matchAll(/(opacity|brightness|contrast|blur)\(([\d.e-]+)/g))
    left *= kind === 'blur' ? Number(Number(figure) < blurred) : Math.min(1, Number(figure));
  return left;
}

/** Pixels of the form, at its own scale, that must be seen at once: the height of one field. */
const leastPort = 40;

/** Whether the sheet has so little room in the window, as on a page that is zoomed, that no field is ever seen whole. */
function isCramped(frame: HTMLElement, box: HTMLElement): boolean {
  const area = areaOf(frame);
  const height = area.bottom - area.top;
  const { top, bottom } = portAround(box);
  return bottom - top < (leastPort * height) / (frame.offsetHeight || height);
}

/** The least size in pixels: below it, a tap may reach another element. */
const least = 24;

const steps = [0.1, 0.5, 0.9];

/** Whether a tap reaches the frame. One that is scrolled away is brought into view for that moment, which no screen shows. */
function isHit(frame: HTMLElement, place: HTMLElement, box: HTMLElement): boolean {
  const scroller = scrollersAround(box)[0];
  const { top, bottom } = visibleArea(frame, box);
  if (!scroller || bottom - top >= least) return isHitNow(frame, place, box);
  const before = scroller.scrollTop;
  scroller.scrollTop += frame.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  const hit = isHitNow(frame, place, box);
  scroller.scrollTop = before;
  return hit;
}

/** At nine points of what can be seen of the frame. */
function isHitNow(frame: HTMLElement, place: HTMLElement, box: HTMLElement): boolean {
  const { left, top, right, bottom } = visibleArea(frame, box);
  if (right - left < least || bottom - top < least) return true;
  return steps.every((x) =>
    steps.every((y) => {
      const hit = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
      return hit === frame || !place.parentElement?.contains(hit);
    }),
  );
}

/** The part of the frame that no scrolling box of the sheet and no edge of the window cuts off. */
const visibleArea = (frame: HTMLElement, box: HTMLElement): Area => overlap(areaOf(frame), portAround(box));

/** The part of the window in which the content of the sheet's scrolling boxes can be seen. */
function portAround(box: HTMLElement): Area {
  let area: Area = {
    left: 0,
    top: 0,
    right: document.documentElement.clientWidth,
    bottom: window.innerHeight,
  };
  for (const scroller of scrollersAround(box)) area = overlap(area, areaOf(scroller));
  return area;
}

function scrollersAround(box: HTMLElement): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at: HTMLElement | null = box; at; at = at.parentElement)
    if (/auto|scroll|hidden|clip/.test(getComputedStyle(at).overflowY)) found.push(at);
  return found;
}

const overlap = (one: Area, other: Area): Area => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});
