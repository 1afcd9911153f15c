type Attributes = Readonly<Record<string, string>>;

/** Creates one HTML element with attributes and children. A text always becomes a text node, never HTML. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A style sheet that is allowed under a strict `style-src` policy. */
export function adoptCss(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return sheet;
}

/** An error that Stripe.js throws when a page misuses its API. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}

/** Finds the element to mount into. It must be in the page's own DOM, not in a shadow root. */
export function findMountTarget(target: string | HTMLElement): HTMLElement {
  const place = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
  if (!(place instanceof HTMLElement)) {
    const named =
      typeof target === 'string'
        ? `The selector you specified (${target}) applies to no DOM elements`
        : 'Invalid DOM element';
    throw new IntegrationError(
      `${named} that are currently on the page. Make sure the element exists on the page before calling mount().`,
    );
  }
  const root = place.getRootNode();
  if (root instanceof ShadowRoot)
    throw new IntegrationError('Elements cannot be mounted in a ShadowRoot. Please mount in the Light DOM.');
  if (root !== document)
    throw new IntegrationError(
      'The element you passed is not in the document. Make sure it is before calling mount().',
    );
  return place;
}

export type Handler = (event: never) => unknown;

/** The on, once, off and emit methods of Stripe's elements. */
interface Listeners {
  readonly on: (type: string, handler: Handler) => void;
  readonly once: (type: string, handler: Handler) => void;
  readonly off: (type: string, handler?: Handler) => void;
  /** Calls the listeners asynchronously, as Stripe.js does. */
  readonly emit: (type: string, event: unknown) => void;
}

export function createListeners(): Listeners {
  const handlers = new Map<string, Set<Handler>>();
  const of = (type: string): Set<Handler> => {
    const found = handlers.get(type) ?? new Set<Handler>();
    handlers.set(type, found);
    return found;
  };
  return {
    on: (type, handler) => void of(type).add(handler),
    once(type, handler) {
      const only: Handler = (event) => {
        of(type).delete(only);
        handler(event);
      };
      of(type).add(only);
    },
    off(type, handler) {
      if (handler) of(type).delete(handler);
      else handlers.delete(type);
    },
    emit(type, event) {
      setTimeout(() => {
        for (const handler of of(type)) handler(event as never);
      });
    },
  };
}
