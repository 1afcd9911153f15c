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
import type { AttributeName } from './attributes/attribute-names';
import type { BuskerCardMethods } from './element/element';
import { reactHandlers, type BuskerEventDetails, type HandlerName } from './signals/controls';
import './npm';

export type BuskerCardElement = HTMLElement & BuskerCardMethods;

type Attributes = Readonly<Partial<Record<AttributeName, string | number | boolean | undefined>>>;
type Handlers = {
  readonly [Name in HandlerName]?: (
    event: CustomEvent<BuskerEventDetails[(typeof reactHandlers)[Name]]>,
  ) => void;
};

/** The published typings have more detail (widget/npm-files.ts). */
export interface BuskerCardProps extends Attributes, Handlers {
  /** The real links: a server renders them, and they work before and without the script. */
  readonly children?: ReactNode;
  readonly id?: string;
  readonly className?: string;
  readonly style?: CSSProperties;
  /** A ref to the element, for its methods. */
  readonly cardRef?: Ref<BuskerCardElement | null>;
}

const handlerNames = Object.keys(reactHandlers) as HandlerName[];
const isHandler = (name: string): boolean => name in reactHandlers;

/** The element's notation: true and false are words, null removes the attribute. */
const written = (value: unknown): unknown => (typeof value === 'boolean' ? (value ? 'on' : 'off') : value);

/**
 * `<busker-card>` as a React component. React 18 does not listen to custom events, so the handlers are added here, and each attribute has the same
 * meaning in every version. On a server it renders the tag with its links.
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
      const handle = (event: Event) =>
        (latest.current[name] as ((event: Event) => void) | undefined)?.(event);
      card.addEventListener(reactHandlers[name], handle, { signal: stop.signal });
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
      // React 18 writes `className` on a custom element literally.
      ...(className !== undefined && { class: className }),
      ref: setCard,
    },
    children,
  );
}
