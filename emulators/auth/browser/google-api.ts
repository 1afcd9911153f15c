import type { FromFrame, ToFrame } from './sign-in-window';

/**
 * Replaces https://apis.google.com/js/api.js, which needs the internet. The web SDK loads that script before it opens
 * a sign-in window, unless `window.gapi` exists. This sets the parts that the SDK uses: a frame in the page, and
 * messages to and from it (`loadGapi` and `_openIframe` in firebase-js-sdk,
 * packages/auth/src/platform_browser/iframe).
 */

interface OpenOptions {
  readonly where: HTMLElement;
  readonly url: string;
  readonly attributes: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}
type Handler = (message: { type: string; authEvent: unknown }) => unknown;
type StorageAnswer = (answer: readonly [{ webStorageSupport: boolean }]) => void;

const isFromFrame = (data: unknown): data is FromFrame =>
  typeof data === 'object' && data !== null && Reflect.get(data, 'from') === 'auth-frame';

class Frame {
  private readonly element = document.createElement('iframe');
  private readonly origin: string;
  private readonly ready: Promise<void>;
  private onEvent: Handler = () => undefined;
  private onStorage: StorageAnswer = () => undefined;

  constructor({ where, url, attributes }: OpenOptions) {
    this.origin = new URL(url).origin;
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === 'string') this.element.setAttribute(name, value);
      else Object.assign(this.element.style, value);
    }
    this.ready = new Promise((resolve) => {
      window.addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
        if (origin !== this.origin || source !== this.element.contentWindow || !isFromFrame(data)) return;
        if (data.kind === 'ready') resolve();
        else this.hear(data);
      });
    });
    this.element.addEventListener('load', () => this.say('hello'));
    this.element.src = url;
    where.append(this.element);
  }

  private hear(message: Exclude<FromFrame, { kind: 'ready' }>): void {
    if (message.kind === 'event') this.onEvent({ type: 'authEvent', authEvent: message.event });
    else this.answerStorage(message.works);
  }

  private answerStorage(works: boolean): void {
    try {
      this.onStorage([{ webStorageSupport: works }]);
    } catch {
      // The SDK (12.19) throws here after it has handled the answer. Google's script ignores that error too.
    }
  }

  private say(kind: 'hello' | 'listen' | 'storage'): void {
    const message: ToFrame = { to: 'auth-frame', kind };
    this.element.contentWindow?.postMessage(message, this.origin);
  }

  /** Only needed for visible frames. */
  restyle(): Promise<void> {
    return Promise.resolve();
  }

  async ping(done: () => void): Promise<void> {
    await this.ready;
    done();
  }

  register(name: string, handler: Handler): void {
    if (name !== 'authEvent') return;
    this.onEvent = handler;
    this.say('listen');
  }

  send(name: string, _message: unknown, answer: StorageAnswer): void {
    if (name !== 'webStorageSupport') return;
    this.onStorage = answer;
    this.say('storage');
  }
}

const iframes = {
  Iframe: Frame,
  CROSS_ORIGIN_IFRAMES_FILTER: {},
  getContext: () => ({
    open: async (options: OpenOptions, opened: (frame: Frame) => unknown) => opened(new Frame(options)),
  }),
};

if (!('gapi' in window)) {
  Object.assign(window, {
    gapi: { iframes, load: (_name: string, { callback }: { callback: () => void }) => callback() },
  });
}
