import type { Props } from './node';

type Handlers = Record<string, unknown> & { handleEvent: (event: Event) => void };

/** One listener object per element: a changed handler needs no call of the browser. */
const handlersOf = new WeakMap<Element, Handlers>();

/** Updates an element from its old props to the new ones. */
export function setProps(element: Element, props: Props, old: Props): void {
  for (const name in { ...old, ...props }) {
    const value = props[name];
    if (name === 'value' || name === 'checked') setLive(element, name, value);
    else if (value !== old[name]) setProp(element, name, value, old[name]);
  }
}

/** The fan's input changes these too, so they are compared with the element's own value. */
function setLive(element: Element, name: 'value' | 'checked', value: unknown): void {
  if (value !== undefined && Reflect.get(element, name) !== value) Reflect.set(element, name, value);
}

function setProp(element: Element, name: string, value: unknown, old: unknown): void {
  if (name === 'children') return;
  if (name === 'ref') setRef(value, element);
  else if (name === 'style') setStyle(element as HTMLElement, asProps(value), asProps(old));
  else if (name.startsWith('on')) setHandler(element, name.slice(2).toLowerCase(), value);
  else setAttribute(element, attributes[name] ?? name, value);
}

/** React's names that differ from the attribute's. HTML ignores case, and SVG's `viewBox` is written as it is. */
const attributes: Readonly<Record<string, string>> = {
  className: 'class',
  htmlFor: 'for',
  tabIndex: 'tabindex',
};

function setAttribute(element: Element, name: string, value: unknown): void {
  // In ARIA `false` is a value; other attributes are present or absent.
  const isOff = value === null || value === undefined || (value === false && !name.startsWith('aria-'));
  if (isOff) element.removeAttribute(name);
  else element.setAttribute(name, value === true && !name.startsWith('aria-') ? '' : String(value as string));
}

function setHandler(element: Element, type: string, handler: unknown): void {
  let handlers = handlersOf.get(element);
  if (!handlers) {
    handlers = {
      handleEvent(event) {
        const handle = this[event.type];
        if (typeof handle === 'function') handle(event);
      },
    };
    handlersOf.set(element, handlers);
  }
  if (!(type in handlers)) element.addEventListener(type, handlers);
  handlers[type] = handler;
}

function setStyle(element: HTMLElement, style: Props, old: Props): void {
  for (const name in { ...old, ...style }) {
    const value = (style[name] as string | null | undefined) ?? '';
    if (name.startsWith('--')) element.style.setProperty(name, value);
    else Reflect.set(element.style, name, value);
  }
}

const asProps = (value: unknown): Props => (value ?? {}) as Props;

export function setRef(ref: unknown, element: Element | null): void {
  if (typeof ref === 'object' && ref !== null) Reflect.set(ref, 'current', element);
}
