import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What scripts/webkit.mjs found on this machine. */
export interface WebKitPlace {
  /** WebKitWebDriver. */
  readonly driver: string;
  /** MiniBrowser, the browser of WebKitGTK. */
  readonly browser: string;
  /** The display of a running X server. */
  readonly display: string;
}

/** The key under which WebDriver names an element (w3.org/TR/webdriver2, 12). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

export type WebKitElement = { readonly [elementKey]: string };

/** Keys of WebDriver's `key` actions. */
export const keys = { enter: '\uE007', escape: '\uE00C', tab: '\uE004', control: '\uE009' } as const;

const patience = 15_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return address.port;
}

/** The processes that this one has started, and theirs. */
async function family(pid: number): Promise<readonly number[]> {
  const listing = spawn('ps', ['-eo', 'pid=,ppid='], { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  listing.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(listing, 'close');
  const rows = text
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  const below = (parent: number): readonly number[] =>
    rows.flatMap(([child = 0, of]) => (of === parent ? [child, ...below(child)] : []));
  return below(pid);
}

/**
 * A window of WebKitGTK, driven by WebDriver over HTTP. What a person does goes through its pointer and keys; what is read goes through scripts of the
 * page.
 */
export class WebKitBrowser {
  readonly #driver: ChildProcess;
  readonly #session: string;

  private constructor(driver: ChildProcess, session: string) {
    this.#driver = driver;
    this.#session = session;
  }

  /** `args`: further arguments of MiniBrowser. */
  static async open(
    { driver: path, browser, display }: WebKitPlace,
    args: readonly string[] = [],
  ): Promise<WebKitBrowser> {
    const port = await freePort();
    const driver = spawn(path, [`--port=${port}`], {
      env: {
        ...process.env,
        DISPLAY: display,
        // Without a graphics card, and without a user namespace for WebKit's own sandbox.
        LIBGL_ALWAYS_SOFTWARE: '1',
        WEBKIT_DISABLE_DMABUF_RENDERER: '1',
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        NO_AT_BRIDGE: '1',
        GTK_THEME: 'Adwaita',
        LC_ALL: 'C.UTF-8',
        LANG: 'en_US.UTF-8',
      },
      stdio: 'ignore',
    });
    const base = `http://127.0.0.1:${port}`;
    await listens(base);
    const capabilities = {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation', ...args] } },
    };
    const made = (await command(`${base}/session`, 'POST', { capabilities })) as { sessionId: string };
    const opened = new WebKitBrowser(driver, `${base}/session/${made.sessionId}`);
    await opened.#post('/timeouts', { script: 30_000, pageLoad: 60_000 });
    await opened.resize({ width: 1280, height: 1000 });
    return opened;
  }

  #post = (path: string, body: object = {}): Promise<unknown> => command(this.#session + path, 'POST', body);
  #get = (path: string): Promise<unknown> => command(this.#session + path, 'GET');

  async close(): Promise<void> {
    await command(this.#session, 'DELETE').catch(() => {});
    const { pid } = this.#driver;
    if (pid !== undefined) for (const one of [pid, ...(await family(pid))]) end(one);
  }

  go = (url: string): Promise<unknown> => this.#post('/url', { url });
  back = (): Promise<unknown> => this.#post('/back');
  forward = (): Promise<unknown> => this.#post('/forward');
  reload = (): Promise<unknown> => this.#post('/refresh');
  url = async (): Promise<string> => String(await this.#get('/url'));

  /** Runs the body of a function in the page. */
  run = <T>(body: string, ...args: readonly unknown[]): Promise<T> =>
    this.#post('/execute/sync', { script: body, args }) as Promise<T>;

  resize = (size: { readonly width: number; readonly height: number }): Promise<unknown> =>
    this.#post('/window/rect', { ...size, x: 0, y: 0 });

  intoFrame = (frame: WebKitElement): Promise<unknown> => this.#post('/frame', { id: frame });
  toPage = (): Promise<unknown> => this.#post('/frame', { id: null });

  /** Goes into the frame, at any depth, that has such an element; waits for it. */
  async intoFrameWith(selector: string, limit = patience): Promise<void> {
    const end = Date.now() + limit;
    for (;;) {
      await this.toPage();
      if (await this.#descendTo(selector)) return;
      if (Date.now() > end) throw new Error(`No frame has ${selector}`);
      await pause(100);
    }
  }

  async #descendTo(selector: string): Promise<boolean> {
    if (await this.run<boolean>('return document.querySelector(arguments[0]) !== null', selector))
      return true;
    const frames = await this.run<readonly WebKitElement[]>(
      `return [...document.querySelectorAll('iframe, frame, object')]`,
    );
    for (const frame of frames) {
      // A frame that is being replaced cannot be entered.
      const entered = await this.intoFrame(frame).then(
        () => true,
        () => false,
      );
      if (!entered) continue;
      if (await this.#descendTo(selector).catch(() => false)) return true;
      await this.#post('/frame/parent');
    }
    return false;
  }

  windows = async (): Promise<readonly string[]> => (await this.#get('/window/handles')) as string[];
  show = (window: string): Promise<unknown> => this.#post('/window', { handle: window });
  async newTab(): Promise<string> {
    return ((await this.#post('/window/new', { type: 'tab' })) as { handle: string }).handle;
  }
  /** The tab that this opens. The other tab stays the one that is driven. */
  async tabOpenedBy(act: () => Promise<unknown>): Promise<string> {
    const before = await this.windows();
    await act();
    const end = Date.now() + 30_000;
    for (;;) {
      const opened = (await this.windows()).find((window) => !before.includes(window));
      if (opened !== undefined) return opened;
      if (Date.now() > end) throw new Error('No tab was opened');
      await pause(50);
    }
  }
  closeTab = (): Promise<unknown> => command(`${this.#session}/window`, 'DELETE');

  /** Waits until the body of this function gives a true value in the page. A page that is being replaced has none yet. */
  async until<T>(body: string, args: readonly unknown[] = [], limit = patience): Promise<T> {
    const end = Date.now() + limit;
    let last: unknown = null;
    for (;;) {
      try {
        last = await this.run<T>(body, ...args);
        if (last) return last as T;
      } catch (thrown) {
        last = thrown;
      }
      if (Date.now() > end) {
        const reason = last instanceof Error ? ` (${last.message})` : '';
        const shown = await this.text().catch(() => '');
        throw new Error(
          `Not within ${limit} ms: ${body} ${JSON.stringify(args)}${reason}\n${shown.slice(0, 600)}`,
        );
      }
      await pause(50);
    }
  }

  /** What a person reads. */
  text = (): Promise<string> => this.run<string>('return document.body.innerText');

  /** Waits for an element that can be seen, by selector and by a part of its name or text. Looks into open shadow roots. */
  find = (selector: string, name = '', limit = patience): Promise<WebKitElement> =>
    this.until<WebKitElement>(findVisible, [selector, name], limit);

  sees = (selector: string, name = ''): Promise<boolean> =>
    this.run<boolean>(`return Boolean((() => { ${findVisible} })(...arguments))`, selector, name);

  /** Whether one element of this selector shows all of these texts; waits for it. */
  shows = (selector: string, ...texts: readonly string[]): Promise<boolean> =>
    this.until<boolean>(
      `const [selector, texts] = arguments;
       return [...document.querySelectorAll(selector)].some((element) => texts.every((text) => element.innerText.includes(text)))`,
      [selector, texts],
      30_000,
    );

  /** What a field holds. */
  async valueOf(selector: string, name: string): Promise<string> {
    return this.run<string>('return arguments[0].value', await this.find(selector, name));
  }

  /** Gives a file input this file, as the system's file dialog does. The input itself is hidden. */
  async giveFile(input: WebKitElement, path: string): Promise<void> {
    await this.#post(`/element/${input[elementKey]}/value`, { text: path });
  }

  /** Chooses an option of a list. The list that opens is the system's own: WebDriver chooses in its place. */
  async choose(name: string, value: string): Promise<void> {
    const option =
      'const [list, value] = arguments; return [...list.options].find((one) => one.value === value)';
    const found = await this.run<WebKitElement>(option, await this.find('select', name), value);
    await this.#post(`/element/${found[elementKey]}/click`);
  }

  /** Presses the pointer on the middle of an element, when it rests. */
  async press(selector: string, name = '', limit = patience): Promise<WebKitElement> {
    const element = await this.find(selector, name, limit);
    await this.run(`arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })`, element);
    let before = '';
    for (let tries = 0; tries < 40; tries++) {
      const place = await this.run<readonly number[]>(middle, element);
      if (String(place) === before) break;
      before = String(place);
      await pause(60);
    }
    await this.#pressAt(await this.run<readonly number[]>(middle, element));
    return element;
  }

  async #pressAt([x = 0, y = 0]: readonly number[]): Promise<void> {
    await this.#post('/actions', {
      actions: [
        {
          type: 'pointer',
          id: 'mouse',
          parameters: { pointerType: 'mouse' },
          actions: [
            { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y), origin: 'viewport' },
            { type: 'pointerDown', button: 0 },
            { type: 'pause', duration: 40 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ],
    });
  }

  /** Presses something in a frame of the page. The driver's pointer counts from the corner of the page, also while it is in a frame. */
  async pressInFrame(frame: WebKitElement, selector: string, name: string): Promise<void> {
    await this.run(`arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })`, frame);
    await this.intoFrame(frame);
    const [left = 0, top = 0] = await this.run<readonly number[]>(middle, await this.find(selector, name));
    await this.toPage();
    const [x = 0, y = 0] = await this.run<readonly number[]>(corner, frame);
    await this.#pressAt([x + left, y + top]);
  }

  /** Presses keys one after another. */
  async type(text: string): Promise<void> {
    const strokes = Array.from(text).flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#post('/actions', { actions: [{ type: 'key', id: 'keys', actions: strokes }] });
  }

  /** Replaces what a field holds by keys. A press that missed the field, because it moved, is an error: its keys would go elsewhere and be lost. */
  async fill(selector: string, name: string, text: string): Promise<void> {
    const field = await this.press(selector, name);
    await this.until(`return arguments[0].getRootNode().activeElement === arguments[0]`, [field]);
    await this.run(`arguments[0].select()`, field);
    await this.type(text);
  }
}

const findVisible = `
  const [selector, name] = arguments;
  const all = (root) => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll('*')].flatMap((host) => (host.shadowRoot ? all(host.shadowRoot) : [])),
  ];
  const named = (element) =>
    [element.getAttribute('aria-label'), ...[...(element.labels ?? [])].map((label) => label.innerText), element.innerText, element.textContent]
      .filter(Boolean).join(' ');
  return all(document).find((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden' && named(element).includes(name);
  }) ?? null;`;

const corner = `const { left, top } = arguments[0].getBoundingClientRect(); return [left, top];`;
const middle = `const { left, top, width, height } = arguments[0].getBoundingClientRect(); return [left + width / 2, top + height / 2];`;

async function command(url: string, method: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(90_000),
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  });
  const { value } = (await answer.json()) as { value: unknown };
  if (typeof value === 'object' && value !== null && 'error' in value)
    throw new Error(`WebDriver: ${JSON.stringify(value).slice(0, 400)}`);
  return value;
}

async function listens(base: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const answered = await fetch(`${base}/status`).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await pause(100);
  }
  throw new Error('WebKitWebDriver did not start');
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
