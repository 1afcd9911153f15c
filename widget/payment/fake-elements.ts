import type { StripeElements } from '@stripe/stripe-js';

type Handler = (event: unknown) => void;

/** An element's behaviour when it is mounted. */
export type OnMount = (emit: (event: string, detail?: object) => void) => void;

/** A group of Stripe's elements without Stripe, for tests: they emit what the test says. */
export interface FakeElements {
  readonly elements: StripeElements;
  readonly created: { readonly type: string; readonly settings: Readonly<Record<string, unknown>> }[];
  readonly destroyed: string[];
  /** Fires an event of the element of this type. */
  readonly emit: (type: string, event: string, detail?: object) => void;
}

/** `onMount`: by type of element. `refused`: the type for which Stripe throws. */
export function fakeElements(onMount: Readonly<Record<string, OnMount>> = {}, refused = ''): FakeElements {
  const created: FakeElements['created'] = [];
  const destroyed: string[] = [];
  const handlers = new Map<string, Handler>();
  const emit: FakeElements['emit'] = (type, event, detail = {}) => handlers.get(`${type}.${event}`)?.(detail);
  const create = (type: string, settings: Readonly<Record<string, unknown>>) => {
    if (type === refused) throw new Error(`IntegrationError: ${type} is not available`);
    created.push({ type, settings });
    return {
      on: (event: string, handler: Handler) => void handlers.set(`${type}.${event}`, handler),
      mount: () => onMount[type]?.((event, detail) => emit(type, event, detail)),
      destroy: () => void destroyed.push(type),
    };
  };
  return { elements: { create } as unknown as StripeElements, created, destroyed, emit };
}
