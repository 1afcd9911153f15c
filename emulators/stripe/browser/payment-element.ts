import type { StripePaymentElement, StripePaymentElementOptions } from '@stripe/stripe-js';
import {
  FRAME_LOADED,
  type CardFrameOptions,
  type ConfirmRequest,
  type Credentials,
  type DeferredIntent,
  type FromFrame,
  type ToFrame,
} from './frame-messages';
import { IntegrationError, createListeners, findMountTarget, type Handler } from './elements-options';

interface FrameSettings {
  readonly origin: string;
  readonly credentials: Credentials;
  readonly options: CardFrameOptions;
  readonly deferred: DeferredIntent | null;
}

type FrameEvent = Exclude<FromFrame, { type: 'answer' | 'height' }>;

interface FrameClient {
  readonly element: HTMLIFrameElement;
  readonly send: (message: Exclude<ToFrame, { type: 'init' | 'validate' | 'confirm' }>) => void;
  readonly validate: () => Promise<unknown>;
  readonly confirm: (request: Extract<ToFrame, { type: 'confirm' }>['request']) => Promise<unknown>;
  readonly remove: () => void;
}

interface Call {
  readonly resolve: (answer: unknown) => void;
  /** The result of the call when the frame reloads before it answers. */
  readonly lost: unknown;
}

const RELOADED = 'The payment form was reloaded. Please enter your card again.';

/** The page gets an error when the frame has not loaded after this time. */
const LOAD_TIMEOUT = 10_000;

let count = 0;

function makeFrame(origin: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  count += 1;
  frame.name = `__privateStripeFrame${count}`;
  frame.title = 'Secure payment input frame';
  frame.allow = 'payment *; clipboard-write';
  frame.src = `${origin}/frame/card`;
  frame.setAttribute('scrolling', 'no');
  for (const [name, value] of Object.entries({
    border: '0',
    width: '100%',
    display: 'block',
    height: '0',
    margin: '0',
    'color-scheme': 'light only',
  }))
    frame.style.setProperty(name, value, 'important');
  return frame;
}

/** A card frame and the MessagePort to it. Browsers reload a frame that is moved; the page then sends `init` again. */
function openFrame(settings: () => FrameSettings, onEvent: (message: FrameEvent) => void): FrameClient {
  const { origin } = settings();
  const element = makeFrame(origin);
  const calls = new Map<number, Call>();
  let unsent: ToFrame[] = [];
  let port: MessagePort | null = null;
  let called = 0;

  const loadTimeout = setTimeout(() => {
    onEvent({
      type: 'failed',
      error: { type: 'api_connection_error', message: 'The payment frame did not load.' },
    });
  }, LOAD_TIMEOUT);

  const listen = (message: FromFrame): void => {
    if (message.type === 'answer') {
      calls.get(message.call)?.resolve(message.answer);
      calls.delete(message.call);
    } else if (message.type === 'height') {
      element.style.setProperty('height', `${message.pixels}px`, 'important');
    } else onEvent(message);
  };

  const onLoaded = (event: MessageEvent<unknown>): void => {
    if (event.source !== element.contentWindow || event.origin !== origin) return;
    const { data } = event;
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== FRAME_LOADED) return;
    clearTimeout(loadTimeout);
    const channel = new MessageChannel();
    port?.close();
    if (port) for (const { resolve, lost } of calls.values()) resolve(lost);
    if (port) calls.clear();
    port = channel.port1;
    port.addEventListener('message', ({ data: received }: MessageEvent<FromFrame>) => listen(received));
    port.start();
    const { options, credentials, deferred } = settings();
    const first: ToFrame = { type: 'init', options, credentials, deferred };
    element.contentWindow?.postMessage(first, origin, [channel.port2]);
    for (const message of unsent) port.postMessage(message);
    unsent = [];
  };
  window.addEventListener('message', onLoaded);

  /** Messages sent before the frame has loaded are queued. */
  const post = (message: ToFrame): void => {
    if (port) port.postMessage(message);
    else unsent = [...unsent, message];
  };
  const call = (make: (id: number) => ToFrame, lost: unknown): Promise<unknown> =>
    new Promise((resolve) => {
      called += 1;
      calls.set(called, { resolve, lost });
      post(make(called));
    });

  return {
    element,
    send: post,
    validate: () =>
      call((id) => ({ type: 'validate', call: id }), { code: 'frame_moved', message: RELOADED }),
    confirm: (request) =>
      call((id) => ({ type: 'confirm', call: id, request }), {
        ok: false,
        error: { type: 'api_connection_error', message: RELOADED },
      }),
    remove() {
      clearTimeout(loadTimeout);
      window.removeEventListener('message', onLoaded);
      port?.close();
      element.remove();
    },
  };
}

type FieldChoice = Pick<CardFrameOptions, 'country' | 'postalCode'>;

function readFields(options: StripePaymentElementOptions): FieldChoice {
  const details = options.fields?.billingDetails;
  const address = typeof details === 'object' ? details.address : details;
  const choice = (field: 'country' | 'postalCode') =>
    typeof address === 'object' ? address[field] : address;
  const shown = (field: 'country' | 'postalCode') => (choice(field) === 'never' ? 'hidden' : 'shown');
  return { country: shown('country'), postalCode: shown('postalCode') };
}

export interface PaymentElementParts {
  /** The public object that the page gets. */
  readonly element: StripePaymentElement;
  readonly frame: () => FrameClient | null;
  readonly hidden: () => FieldChoice;
  readonly confirm: (request: ConfirmRequest) => Promise<unknown>;
  /** Called when the group's appearance or locale changes. */
  readonly refresh: () => void;
}

type GroupSettings = Omit<FrameSettings, 'options'> & Pick<CardFrameOptions, 'locale' | 'appearance'>;

/** The Payment Element for cards, and for pages of banks and wallets: a cross-origin frame inside the page's element. */
export function createPaymentElement(
  group: () => GroupSettings,
  first: StripePaymentElementOptions,
  destroyed: () => void,
): PaymentElementParts {
  const listeners = createListeners();
  let options = first;
  let client: FrameClient | null = null;
  let gone = false;

  const frameOptions = (): CardFrameOptions => {
    const { locale, appearance } = group();
    const address = options.defaultValues?.billingDetails?.address;
    return {
      locale,
      appearance,
      ...readFields(options),
      readOnly: options.readOnly ?? false,
      hidesLink: options.wallets?.link === 'never',
      defaultCountry: address?.country ?? null,
      defaultPostalCode: address?.postal_code ?? null,
    };
  };
  const refresh = () => client?.send({ type: 'options', options: frameOptions() });
  const checkAlive = () => {
    if (gone) throw new IntegrationError('This Element has already been destroyed. Please create a new one.');
  };
  const elementType = 'payment';

  const unmount = () => {
    client?.element.parentElement?.remove();
    client?.remove();
    client = null;
  };

  const mount = (target: string | HTMLElement) => {
    checkAlive();
    const place = findMountTarget(target);
    if (client) unmount();
    const opened = openFrame(
      () => ({ ...group(), options: frameOptions() }),
      (message) => {
        if (message.type === 'failed') listeners.emit('loaderror', { elementType, error: message.error });
        else if (message.type === 'change') {
          const { way, empty, complete, country, postalCode } = message;
          const billingDetails =
            country === null ? {} : { billingDetails: { address: { country, postalCode } } };
          const value = { type: way, ...billingDetails };
          listeners.emit('change', { elementType, empty, complete, collapsed: false, value });
        } else listeners.emit(message.type, { elementType });
      },
    );
    const wrap = document.createElement('div');
    wrap.className = '__PrivateStripeElement';
    // As in Stripe's own element: the page's style sheets cannot hide it.
    for (const [name, value] of Object.entries({
      display: 'block',
      position: 'relative',
      margin: '0',
      padding: '0',
      border: 'none',
      background: 'transparent',
      opacity: '1',
    }))
      wrap.style.setProperty(name, value, 'important');
    wrap.append(opened.element);
    place.classList.add('StripeElement');
    place.replaceChildren(wrap);
    client = opened;
    listeners.emit('loaderstart', { elementType });
  };

  const element = {
    mount,
    unmount,
    destroy() {
      checkAlive();
      unmount();
      gone = true;
      destroyed();
    },
    focus: () => client?.send({ type: 'focus' }),
    blur: () => client?.send({ type: 'blur' }),
    clear: () => client?.send({ type: 'clear' }),
    collapse: () => element,
    update(change: Partial<StripePaymentElementOptions>) {
      checkAlive();
      options = { ...options, ...change };
      refresh();
      return element;
    },
    on: (type: string, handler: Handler) => (listeners.on(type, handler), element),
    once: (type: string, handler: Handler) => (listeners.once(type, handler), element),
    off: (type: string, handler?: Handler) => (listeners.off(type, handler), element),
  } as StripePaymentElement;

  return {
    element,
    frame: () => client,
    hidden: () => readFields(options),
    async confirm(request) {
      if (!client)
        throw new IntegrationError(
          'Could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
        );
      return client.confirm(request);
    },
    refresh,
  };
}
