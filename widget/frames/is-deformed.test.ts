import { afterEach, expect, test, vi } from 'vitest';
import { isDeformed } from './is-deformed';

// The browser's own layout is tested in e2e/card-odd-pages.spec.ts; here its answers are given.
afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const rect = (left: number, top: number, width: number, height: number): DOMRect =>
  ({ left, top, width, height, right: left + width, bottom: top + height }) as DOMRect;

interface Layout {
  readonly room?: DOMRect;
  readonly frame?: DOMRect;
  readonly style?: string;
  /** The element at every point; by default the frame. */
  readonly hit?: 'frame' | 'place' | 'page';
  readonly isVisible?: boolean;
  /** Pixels of the window's height, and how large the page's zoom shows each of the form's. */
  readonly window?: number;
  readonly zoom?: number;
}

function formWith(layout: Layout): HTMLElement {
  const { room = rect(20, 100, 400, 220), frame: area = rect(16, 100, 408, 210), hit = 'frame' } = layout;
  const host = document.body.appendChild(document.createElement('div'));
  const box = document.createElement('div');
  host.attachShadow({ mode: 'open' }).append(box);
  const slot = box.appendChild(document.createElement('slot'));
  slot.name = 'pay';
  const place = host.appendChild(document.createElement('div'));
  place.slot = 'pay';
  // happy-dom assigns nothing to slots.
  Object.defineProperty(place, 'assignedSlot', { value: slot });
  const frame = place.appendChild(document.createElement('iframe'));
  place.style.opacity = '1';
  frame.setAttribute('style', layout.style ?? 'opacity: 1');
  box.getBoundingClientRect = () => room;
  frame.getBoundingClientRect = () => area;
  Object.defineProperty(frame, 'offsetHeight', { value: area.height / (layout.zoom ?? 1) });
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(layout.window ?? 768);
  frame.checkVisibility = () => layout.isVisible ?? true;
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1_000);
  document.elementFromPoint = () => ({ frame, place, page: document.body })[hit];
  return place;
}

test.each<[string, Layout]>([
  ['is one pixel high', { frame: rect(20, 100, 400, 1) }],
  ['is a tenth as wide as its place', { frame: rect(20, 100, 40, 210) }],
  ['lies outside of its place', { frame: rect(-9_999, 100, 400, 210) }],
  ['hangs out of a place that has no height', { room: rect(20, 100, 400, 0) }],
  ['is not drawn', { isVisible: false }],
  ['is transparent', { style: 'opacity: 0' }],
  ['is made transparent by a filter', { style: 'opacity: 1; filter: grayscale(1) opacity(0)' }],
  ['is blurred', { style: 'opacity: 1; filter: blur(20px)' }],
  ['is black on black', { style: 'opacity: 1; filter: brightness(0)' }],
  ['is masked', { style: 'opacity: 1; mask-image: linear-gradient(transparent, transparent)' }],
  [
    'is zoomed so much that no field is seen whole',
    { window: 100, zoom: 3, frame: rect(16, 100, 408, 630), room: rect(20, 100, 400, 640) },
  ],
  ['lets every tap through to the card', { hit: 'place' }],
])('a form that %s cannot be used', (_title, layout) => {
  expect(isDeformed(formWith(layout))).toBe(true);
});

test.each<[string, Layout]>([
  ['can be seen and pressed', {}],
  [
    'is inverted by a dark mode',
    { style: 'opacity: 1; filter: invert(1) hue-rotate(180deg) blur(0.3px) brightness(1.2)' },
  ],
  ['lies in a low window', { window: 160 }],
  ['is covered by something of the page', { hit: 'page' }],
  [
    'is scrolled out of the window',
    { room: rect(20, 5_000, 400, 220), frame: rect(20, 5_000, 400, 210), hit: 'place' },
  ],
  [
    'is in a card that is not laid out',
    { room: rect(0, 0, 0, 0), frame: rect(0, 0, 0, 0), isVisible: false },
  ],
])('a form that %s is not called broken', (_title, layout) => {
  expect(isDeformed(formWith(layout))).toBe(false);
});

// Holds pay-441.
test.each([1.25, 2])(
  'a form on a page with a CSS zoom of %d, whose rectangles WebKit gives before the zoom, is not called broken',
  (zoom) => {
    const place = formWith({});
    const frame = place.firstElementChild;
    document.body.style.zoom = String(zoom);
    // Its place in the window.
    const [left, right, top, bottom] = [16, 424, 100, 310].map((edge) => edge * zoom) as [
      number,
      number,
      number,
      number,
    ];
    document.elementFromPoint = (x, y) =>
      x >= left && x <= right && y >= top && y <= bottom ? frame : place.parentElement;
    expect(isDeformed(place)).toBe(false);
    document.elementFromPoint = () => place;
    expect(isDeformed(place)).toBe(true);
    document.body.removeAttribute('style');
  },
);
