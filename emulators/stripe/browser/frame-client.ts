import {
  HELLO,
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

type Heard = Exclude<FromFrame, { type: 'answer' | 'height' }>;

export interface FrameClient {
  readonly element: HTMLIFrameElement;
  readonly tell: (message: Exclude<ToFrame, { type: 'init' | 'validate' | 'confirm' }>) => void;
  readonly validate: () => Promise<unknown>;
  readonly confirm: (order: Extract<ToFrame, { type: 'confirm' }>['order']) => Promise<unknown>;
  readonly remove: () => void;
}

interface Call {
  readonly resolve: (answer: unknown) => void;
  /** The answer when the frame was loaded anew before it gave its own. */
  readonly lost: unknown;
}

const MOVED = 'The payment form was loaded anew. Please enter your card again.';

/** How long a frame may stay silent before the page is told that it did not load. */
const SILENCE = 10_000;

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

/** A card frame and the private line to it. Browsers load a frame anew when it is moved; then it is greeted again. */
export function openFrame(settings: () => FrameSettings, heard: (message: Heard) => void): FrameClient {
  const { origin } = settings();
  const element = makeFrame(origin);
  const calls = new Map<number, Call>();
  let unsent: ToFrame[] = [];
  let port: MessagePort | null = null;
  let called = 0;

  const silence = setTimeout(() => {
    heard({
      type: 'failed',
      error: { type: 'api_connection_error', message: 'The payment frame did not load.' },
    });
  }, SILENCE);

  const listen = (message: FromFrame): void => {
    if (message.type === 'answer') {
      calls.get(message.call)?.resolve(message.answer);
      calls.delete(message.call);
    } else if (message.type === 'height') {
      element.style.setProperty('height', `${message.pixels}px`, 'important');
    } else heard(message);
  };

  const greet = (event: MessageEvent<unknown>): void => {
    if (event.source !== element.contentWindow || event.origin !== origin) return;
    const { data } = event;
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== HELLO) return;
    clearTimeout(silence);
    const channel = new MessageChannel();
    port?.close();
    if (port) for (const { resolve, lost } of calls.values()) resolve(lost);
    if (port) calls.clear();
    port = channel.port1;
    port.addEventListener('message', ({ data: said }: MessageEvent<FromFrame>) => listen(said));
    port.start();
    const { options, credentials, deferred } = settings();
    const first: ToFrame = { type: 'init', options, credentials, deferred };
    element.contentWindow?.postMessage(first, origin, [channel.port2]);
    for (const message of unsent) port.postMessage(message);
    unsent = [];
  };
  window.addEventListener('message', greet);

  /** What is said before the frame greeted waits for it. */
  const say = (message: ToFrame): void => {
    if (port) port.postMessage(message);
    else unsent = [...unsent, message];
  };
  const call = (make: (id: number) => ToFrame, lost: unknown): Promise<unknown> =>
    new Promise((resolve) => {
      called += 1;
      calls.set(called, { resolve, lost });
      say(make(called));
    });

  return {
    element,
    tell: say,
    validate: () => call((id) => ({ type: 'validate', call: id }), { code: 'frame_moved', message: MOVED }),
    confirm: (order) =>
      call((id) => ({ type: 'confirm', call: id, order }), {
        ok: false,
        error: { type: 'api_connection_error', message: MOVED },
      }),
    remove() {
      clearTimeout(silence);
      window.removeEventListener('message', greet);
      port?.close();
      element.remove();
    },
  };
}
