import {
  FRAME_LOADED,
  type CardFrameOptions,
  type Credentials,
  type DeferredIntent,
  type FromFrame,
  type ToFrame,
} from './frame-messages';

export interface FrameSettings {
  readonly origin: string;
  readonly credentials: Credentials;
  readonly options: CardFrameOptions;
  readonly deferred: DeferredIntent | null;
}

type FrameEvent = Exclude<FromFrame, { type: 'answer' | 'height' }>;

export interface FrameClient {
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
export function openFrame(
  settings: () => FrameSettings,
  onEvent: (message: FrameEvent) => void,
): FrameClient {
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
