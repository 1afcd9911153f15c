import { runs, styles, type Oddity } from './oddity';

const patched = (code: string): Oddity => ({ ends: 'in-page', head: runs(code) });

/** Readers who keep pages from reading what they draw, as it tells their device. The colours cannot be read otherwise than by drawing. */
const readsNoCanvas = (code: string): Oddity => ({
  ends: 'in-page',
  head:
    runs(code) +
    styles(
      'html { background: oklch(0.97 0.03 90); color: oklch(0.3 0.1 30) } busker-card { --busker-accent: oklch(0.55 0.2 30) }',
    ),
  after: runs(`document.querySelector('busker-card')?.setAttribute('theme', 'match')`),
});

/** Pages that changed what every script on them uses. */
export const globals = {
  'arrays-with-more-methods': patched(`Array.prototype.first = function () { return this[0] }`),
  'objects-with-more-methods': patched(`Object.prototype.extend = function () { return this }`),
  'json-by-an-old-library': patched(
    `Array.prototype.toJSON = function () { return this.slice() }; String.prototype.toJSON = function () { return String(this) }`,
  ),
  'arrays-by-an-old-library': patched(
    `Array.from = (list) => Array.prototype.slice.call(list.toArray ? list.toArray() : list)`,
  ),
  'elements-by-an-old-library': patched(
    `Element.prototype.remove = function () { this.parentNode.removeChild(this); return this };
     Element.prototype.replace = Element.prototype.update = Element.prototype.show = function () { return this }`,
  ),
  'modules-of-another-kind': patched(
    `window.define = Object.assign(() => {}, { amd: {} }); window.module = { exports: {} }; window.exports = window.module.exports`,
  ),
  'promise-is-replaced': patched(`window.Promise = class Promise extends window.Promise {}`),
  'fetch-is-wrapped': patched(`const own = window.fetch; window.fetch = (...all) => own(...all)`),
  // As a service worker that sends each request again, or a page whose own reports use up what a browser keeps for such requests.
  'keepalive-is-refused': patched(
    `const own = window.fetch; window.fetch = (address, all) =>
       all?.keepalive ? Promise.reject(new TypeError('Failed to fetch')) : own(address, all)`,
  ),
  'timers-are-wrapped': patched(
    `const own = window.setTimeout; window.setTimeout = (f, ...all) => own(() => f(), ...all)`,
  ),
  'listeners-are-wrapped': patched(
    `const own = EventTarget.prototype.addEventListener; EventTarget.prototype.addEventListener = function (name, f, ...all) {
       return own.call(this, name, typeof f === 'function' ? function (event) { return f.call(this, event) } : f, ...all) }`,
  ),
  'clock-stands-still': patched(`Date.now = () => 0`),
  'no-animation-frames': patched(`window.requestAnimationFrame = () => 0`),
  'open-is-wrapped': patched(`const own = window.open; window.open = (...all) => own.apply(window, all)`),
  'attach-shadow-is-wrapped': patched(
    `const own = Element.prototype.attachShadow; Element.prototype.attachShadow = function (all) { return own.call(this, { ...all }) }`,
  ),
  'define-is-wrapped': patched(
    `const own = customElements.define; customElements.define = function (...all) { return own.apply(this, all) }`,
  ),
  'prototypes-are-frozen': patched(`Object.freeze(Object.prototype); Object.freeze(Array.prototype)`),
  'no-resize-observer': patched(`delete window.ResizeObserver`),
  'no-intersection-observer': patched(`delete window.IntersectionObserver`),
  'no-beacon': patched(`delete Navigator.prototype.sendBeacon`),
  'no-random-uuid': patched(`delete Crypto.prototype.randomUUID`),
  'no-storage': patched(
    `for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get() { throw new DOMException('Denied', 'SecurityError') } })`,
  ),
  'canvas-reads-throw': readsNoCanvas(
    `CanvasRenderingContext2D.prototype.getImageData = () => { throw new DOMException('No reading', 'SecurityError') }`,
  ),
  'canvas-reads-are-false': readsNoCanvas(
    `const own = CanvasRenderingContext2D.prototype.getImageData; CanvasRenderingContext2D.prototype.getImageData = function (...all) {
       const image = own.apply(this, all); crypto.getRandomValues(image.data); return image }`,
  ),
  'canvas-reads-are-white': readsNoCanvas(
    `const own = CanvasRenderingContext2D.prototype.getImageData; CanvasRenderingContext2D.prototype.getImageData = function (...all) {
       const image = own.apply(this, all); image.data.fill(255); return image }`,
  ),
  'canvas-has-no-context': readsNoCanvas(`HTMLCanvasElement.prototype.getContext = () => null`),
  'canvas-context-throws': readsNoCanvas(
    `HTMLCanvasElement.prototype.getContext = () => { throw new DOMException('No drawing', 'SecurityError') }`,
  ),
  'console-is-silent': patched(`for (const name of Object.keys(console)) console[name] = () => {}`),
  'events-end-at-the-page': patched(
    `for (const name of ['click', 'keydown', 'input', 'change', 'submit', 'focusin']) addEventListener(name, (event) => event.stopImmediatePropagation())`,
  ),
  'history-is-wrapped': patched(
    `const own = history.replaceState; history.replaceState = function (...all) { return own.apply(this, all) }`,
  ),
  // What counting a view looks at.
  'is-drawn-ahead': {
    ends: 'in-page',
    head: runs(`Object.defineProperty(document, 'prerendering', { get: () => true })`),
  },
  'is-never-shown': {
    ends: 'in-page',
    head: runs(`Object.defineProperty(document, 'hidden', { get: () => true })`),
  },
  'no-navigation-entries': {
    ends: 'in-page',
    head: runs(
      `Object.defineProperty(window, 'navigation', { value: undefined }); performance.getEntriesByType = undefined`,
    ),
  },
  'navigation-is-empty': {
    ends: 'in-page',
    head: runs(`Object.defineProperty(window, 'navigation', { value: { currentEntry: null } })`),
  },
  'in-a-cached-preview': {
    ends: 'in-page',
    html: 'data-turbo-preview',
  },
} as const satisfies Readonly<Record<string, Oddity>>;
