import {
  createElement,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type Ref,
} from 'react';
import type { AttributeName } from './element/attribute-names';
import type { BuskerCardMethods } from './element/element';
import type { BuskerEventDetails } from './element/events';
import './npm';
import { reactHandlers, type HandlerName } from './element/react-handlers';

/** The element as a React ref sees it. */
export type BuskerCardElement = HTMLElement & BuskerCardMethods;

type Attributes = Readonly<Partial<Record<AttributeName, string | number | boolean | undefined>>>;
type Handlers = {
  readonly [Name in HandlerName]?: (
    event: CustomEvent<BuskerEventDetails[(typeof reactHandlers)[Name]]>,
  ) => void;
};

/** The published typings say more of each attribute (scripts/npm-package/typings.ts). */
export interface BuskerCardProps extends Attributes, Handlers {
  /** The real links. They are what a server renders, and what works before, without and after the script. */
  readonly children?: ReactNode;
  readonly id?: string;
  readonly className?: string;
  readonly style?: CSSProperties;
  /** Receives the element, for its methods. */
  readonly cardRef?: Ref<BuskerCardElement | null>;
}

const handlerNames = Object.keys(reactHandlers) as HandlerName[];
const isHandler = (name: string): boolean => name in reactHandlers;

/** As the element reads it: true and false are words, nothing is no attribute. */
const written = (value: unknown): unknown => (typeof value === 'boolean' ? (value ? 'on' : 'off') : value);

/**
 * `<busker-card>` as a React component. React 18 listens to no custom events of an element, so the handlers are added here; and an
 * attribute means the same in every version. Rendered by a server, it is the tag with its links.
 */
export function BuskerCard(props: BuskerCardProps): ReactNode {
  const { children, className, style, cardRef, ...others } = props;
  const [card, setCard] = useState<BuskerCardElement | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (!card) return undefined;
    const stop = new AbortController();
    for (const name of handlerNames) {
      const hear = (event: Event) => (latest.current[name] as ((event: Event) => void) | undefined)?.(event);
      card.addEventListener(reactHandlers[name], hear, { signal: stop.signal });
    }
    return () => stop.abort();
  }, [card]);
  useImperativeHandle<BuskerCardElement | null, BuskerCardElement | null>(cardRef, () => card, [card]);
  const attributes = Object.entries(others).filter(([name]) => !isHandler(name));
  return createElement(
    'busker-card',
    {
      ...Object.fromEntries(attributes.map(([name, value]) => [name, written(value)])),
      style,
      // React 18 writes `className` on a custom element as it stands.
      ...(className !== undefined && { class: className }),
      ref: setCard,
    },
    children,
  );
}
