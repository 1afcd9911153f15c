import { Window } from 'happy-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { adasScenario, adaToken, bearerOf, paidTip, type Scenario, type SentTip } from '../../testing/ada';
import { receiptScript } from './receipt-script';
import { watchWorker, type FanTab, type FanWorkerEvent } from './watch-worker';

const endpoint = 'https://push.example.net/1';
const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const subscription = {
  endpoint,
  toJSON: () => ({ endpoint, keys }),
  unsubscribe: () => Promise.resolve(true),
};

interface Browser {
  readonly permission?: NotificationPermission;
  readonly subscribe?: () => Promise<unknown>;
  readonly earlier?: object | null;
  readonly push?: boolean;
  readonly clipboard?: { writeText(text: string): Promise<void> };
}

const reply = (scenario: Scenario, { tipId }: SentTip) =>
  scenario.call('POST', `/v1/me/tips/${tipId}/reply`, { text: 'Thank you!' }, bearerOf(adaToken));
const isWatched = ({ deps }: Scenario, { tipId }: SentTip) => paths.tipWatch(tipId) in deps.store.dump();

describe('a fan who waits for a reply', () => {
  let close = () => Promise.resolve();

  afterEach(() => close());

  /** The receipt in a browser with or without push. */
  async function open(scenario: Scenario, { tipId, tipToken }: SentTip, given: Browser = {}) {
    const { permission = 'granted', earlier = null, push = true, clipboard } = given;
    const subscribe = vi.fn<() => Promise<unknown>>(given.subscribe ?? (() => Promise.resolve(subscription)));
    const window = new Window({ url: `https://busker.test/t/${tipId}#${tipToken}` });
    close = () => window.happyDOM.close();
    const page = await scenario.call('GET', `/t/${tipId}`);
    window.document.write(page.text.replace(/<script[^]*?<\/script>/g, '').replace(/<link[^>]*>/g, ''));
    const listeners: ((event: { readonly data: unknown }) => void)[] = [];
    const pushManager = { subscribe, getSubscription: () => Promise.resolve(earlier) };
    const waits: number[] = [];
    const register = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const serviceWorker = {
      register,
      ready: Promise.resolve({ pushManager }),
      addEventListener: (_type: string, listener: (typeof listeners)[number]) => listeners.push(listener),
    };
    Object.assign(window, {
      // A thousandth of the time.
      setTimeout: (done: () => void, ms: number) => {
        waits.push(ms);
        return setTimeout(done, ms / 1000);
      },
      fetch: (path: string, init: RequestInit) => scenario.app.request(path, init),
      ...(push && {
        PushManager: {},
        Notification: { requestPermission: () => Promise.resolve(permission) },
      }),
    });
    if (push) Object.defineProperty(window.navigator, 'serviceWorker', { value: serviceWorker });
    Object.defineProperty(window.navigator, 'clipboard', { value: clipboard });
    receiptScript(window as unknown as globalThis.Window & typeof globalThis);
    const element = (id: string) => window.document.getElementById(id) as unknown as HTMLButtonElement;
    await expect.poll(() => element('heading').textContent).toBe('Thank you');
    return {
      waits,
      subscribe,
      register,
      element,
      Event: window.Event,
      text: (id: string) => (element(id).hidden ? '' : element(id).textContent),
      press: (id: string) => element(id).click(),
      tell: (data: unknown) => listeners.forEach((listener) => listener({ data })),
    };
  }

  // Holds dash-241.
  it('a message that is too long stays in its field, and the receipt says which one and how long it may be', async () => {
    const scenario = await adasScenario();
    const receipt = await open(scenario, await paidTip(scenario, { message: 'Hello' }));
    const long = '🎻'.repeat(201);
    receipt.element('message').value = long;
    receipt
      .element('words')
      .dispatchEvent(new receipt.Event('submit', { cancelable: true }) as unknown as Event);
    await expect
      .poll(() => receipt.text('problem'))
      .toBe('Message (optional): Please shorten this to 200 characters.');
    expect(receipt.element('message').value).toBe(long);
  });

  it('a fan leaves an address, and reads that the mail is on its way, or what is wrong with it', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    const receipt = await open(scenario, tip);
    expect(receipt.text('mail-label')).toBe('Or one mail when Ada Lovelace answers');
    const send = (email: string) => {
      receipt.element('email').value = email;
      const submit = new receipt.Event('submit', { cancelable: true });
      receipt.element('mail').dispatchEvent(submit as unknown as Event);
    };
    send('zoe');
    await expect.poll(() => receipt.text('mail-state')).toBe('This does not look like an email address.');
    expect(receipt.element('email').value).toBe('zoe');
    send('zoe@example.com');
    await expect
      .poll(() => receipt.text('mail-state'))
      .toBe('A mail is on its way. Confirm your address with the link in it.');
    expect(receipt.element('email').value).toBe('');
    expect(Object.keys(scenario.deps.store.dump()).filter((path) => path.startsWith('mail/'))).toHaveLength(
      1,
    );
    await reply(scenario, tip);
    send('zoe@example.com');
    await expect.poll(() => receipt.element('mail').hidden).toBe(true);
  });

  it('a fan asks to be told, and changes their mind', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    const receipt = await open(scenario, tip);
    expect(receipt.text('watch-button')).toBe('Tell me once if Ada Lovelace answers');
    receipt.press('watch-button');
    expect(receipt.text('watch-state')).toBe('Please allow notifications in your browser.');
    expect(receipt.element('watch-button').disabled).toBe(true);
    await expect
      .poll(() => receipt.text('watch-state'))
      .toBe('You will get one notification when Ada Lovelace answers.');
    expect(receipt.register).toHaveBeenCalledWith('/t/watch-worker.js', { updateViaCache: 'none' });
    expect(receipt.subscribe).toHaveBeenCalledWith({
      userVisibleOnly: true,
      applicationServerKey: scenario.deps.config.push?.publicKey,
    });
    expect(isWatched(scenario, tip)).toBe(true);
    expect(receipt.text('watch-button')).toBe('Do not tell me');
    receipt.press('watch-button');
    await expect.poll(() => receipt.text('watch-button')).toBe('Tell me once if Ada Lovelace answers');
    expect(receipt.text('watch-state')).toBe('');
    expect(isWatched(scenario, tip)).toBe(false);
  });

  it('a browser that blocks notifications is told so, and a closed question changes nothing', async () => {
    const scenario = await adasScenario();
    const blocked = await open(scenario, await paidTip(scenario), { permission: 'denied' });
    blocked.press('watch-button');
    await expect.poll(() => blocked.text('watch-state')).toContain('Notifications are blocked');
    expect(blocked.subscribe).not.toHaveBeenCalled();
    await close();
    const closed = await open(scenario, await paidTip(scenario), { permission: 'default' });
    closed.press('watch-button');
    await expect.poll(() => closed.element('watch-button').disabled).toBe(false);
    expect(closed.text('watch-state')).toBe('');
  });

  it('a push service that never answers is a failure after ten seconds, and can be tried again', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    let answers: () => Promise<unknown> = () => new Promise(() => undefined);
    const receipt = await open(scenario, tip, { subscribe: () => answers() });
    receipt.press('watch-button');
    await expect.poll(() => receipt.text('watch-state')).toBe('Something went wrong. Please try again.');
    expect(receipt.waits).toContain(10_000);
    answers = () => Promise.resolve(subscription);
    receipt.press('watch-button');
    await expect.poll(() => receipt.text('watch-button')).toBe('Do not tell me');
    expect(isWatched(scenario, tip)).toBe(true);
  });

  it("a subscription of the host's older key is replaced", async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    let older = true;
    const earlier = {
      unsubscribe: () => {
        older = false;
        return Promise.resolve(true);
      },
    };
    const subscribe = () =>
      older ? Promise.reject(new Error('InvalidState')) : Promise.resolve(subscription);
    const receipt = await open(scenario, tip, { subscribe, earlier });
    receipt.press('watch-button');
    await expect.poll(() => receipt.text('watch-button')).toBe('Do not tell me');
    expect(isWatched(scenario, tip)).toBe(true);
  });

  it('the answer appears on the open page, and what the fan is writing stays', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    const receipt = await open(scenario, tip);
    const message = receipt.element('message');
    message.value = 'Half a sent';
    await reply(scenario, tip);
    receipt.tell('other');
    receipt.tell('answered');
    await expect.poll(() => receipt.text('reply-text')).toBe('Thank you!');
    expect(message.value).toBe('Half a sent');
    expect(receipt.element('watch').hidden).toBe(true);
  });

  it('a fan who asks too late sees the answer', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    const receipt = await open(scenario, tip);
    await reply(scenario, tip);
    receipt.press('watch-button');
    await expect.poll(() => receipt.text('reply-text')).toBe('Thank you!');
  });

  it('without push, the page offers its link with the token', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    const copied: string[] = [];
    const clipboard = { writeText: (text: string) => Promise.resolve(void copied.push(text)) };
    const receipt = await open(scenario, tip, { push: false, clipboard });
    expect(receipt.text('watch-button')).toBe('');
    expect(receipt.element('watch').textContent).toContain('To read an answer later, keep the link');
    receipt.press('copy-button');
    await expect.poll(() => receipt.text('copied')).toBe('The link is copied.');
    expect(copied).toEqual([`https://busker.test/t/${tip.tipId}#${tip.tipToken}`]);
  });

  it('without a clipboard, the page shows the link', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    const receipt = await open(scenario, tip);
    receipt.press('copy-button');
    await expect.poll(() => receipt.text('copied')).toContain(`/t/${tip.tipId}#${tip.tipToken}`);
  });

  it('nothing is offered by a host without a key, and nothing at all after the answer', async () => {
    const scenario = await adasScenario();
    const tip = await paidTip(scenario);
    Object.assign(scenario.deps.config, { push: null });
    const receipt = await open(scenario, tip);
    expect(receipt.text('watch-button')).toBe('');
    expect(receipt.element('watch').hidden).toBe(false);
    await close();
    await reply(scenario, tip);
    expect((await open(scenario, tip)).element('watch').hidden).toBe(true);
  });
});

const origin = 'https://busker.test';
const navigate = `${origin}/t/tip1?cs=view`;
const notification = {
  title: 'Ada answered you',
  body: 'Open',
  navigate,
  lang: 'ar',
  dir: 'rtl',
  tag: 'tip-1',
};

function start(urls: readonly string[] = []) {
  const listeners = new Map<string, (event: FanWorkerEvent) => void>();
  const shown: (readonly [title: string, look: Record<string, unknown>])[] = [];
  const opened: string[] = [];
  const tabs = urls.map((url) => ({
    url,
    focus: vi.fn<() => Promise<void>>(() => Promise.resolve()),
    postMessage: vi.fn<FanTab['postMessage']>(),
  }));
  const skipWaiting = vi.fn<() => Promise<void>>(() => Promise.resolve());
  watchWorker({
    registration: {
      showNotification: (title, look) => {
        shown.push([title, look as Record<string, unknown>]);
        return Promise.resolve();
      },
    },
    location: { origin },
    clients: {
      matchAll: () => Promise.resolve(tabs),
      openWindow: (url) => Promise.resolve(opened.push(url)),
    },
    skipWaiting,
    addEventListener: (type, listener) => void listeners.set(type, listener),
  });
  const fire = async (type: string, event: Omit<FanWorkerEvent, 'waitUntil'>) => {
    const works: Promise<unknown>[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (work) => void works.push(work) });
    await Promise.all(works);
  };
  return { fire, shown, opened, tabs, skipWaiting };
}

const pushed = (value: unknown) => ({ data: { json: () => value } });

describe('the worker of the watch', () => {
  describe("the worker in the fan's browser", () => {
    it.each([
      ['a push', 'push', pushed({ notification })],
      ['a declarative message of Safari', 'push', { notification }],
      ['a message of the local push service', 'message', { data: { notification } }],
    ] as const)('shows %s', async (_name, type, event) => {
      const { fire, shown } = start();
      await fire(type, event);
      expect(shown).toEqual([
        [
          'Ada answered you',
          expect.objectContaining({ body: 'Open', lang: 'ar', dir: 'rtl', tag: 'tip-1', data: { navigate } }),
        ],
      ]);
    });

    it.each([
      ['nothing', {}],
      ['null', pushed(null)],
      ['no notification', pushed({})],
      ['other types', pushed({ notification: { title: 7, navigate: 7, tag: {} } })],
      [
        'no JSON',
        {
          data: {
            json: () => {
              throw new SyntaxError();
            },
          },
        },
      ],
      ['another site', pushed({ notification: { navigate: 'https://evil.example/' } })],
    ])('shows a notification also for %s, and leads to this host', async (_name, event) => {
      const { fire, shown } = start();
      await fire('push', event);
      expect(shown).toEqual([['Busker', expect.objectContaining({ data: { navigate: `${origin}/` } })]]);
    });

    it('tells the open receipt of this tip, and no other page', async () => {
      const { fire, tabs } = start([
        `${origin}/t/tip1`,
        `${origin}/t/tip12`,
        navigate,
        'https://a.example/t/tip1',
      ]);
      await fire('push', pushed({ notification }));
      expect(tabs.map(({ postMessage }) => postMessage.mock.calls)).toEqual([[['answered']], [], [], []]);
    });

    it('leads to the open receipt, or to a page with the answer', async () => {
      const close = vi.fn<() => void>();
      const open = start([`${origin}/t/tip1`]);
      await open.fire('notificationclick', { notification: { data: { navigate }, close } });
      expect(open.opened).toEqual([]);
      expect(open.tabs[0]?.focus).toHaveBeenCalledOnce();
      expect(close).toHaveBeenCalledOnce();
      const closed = start();
      await closed.fire('notificationclick', { notification: { data: { navigate }, close } });
      await closed.fire('notificationclick', { notification: { close } });
      expect(closed.opened).toEqual([navigate, `${origin}/`]);
    });

    it('takes the place of an older one at once', async () => {
      const { fire, skipWaiting } = start();
      await fire('install', {});
      expect(skipWaiting).toHaveBeenCalledOnce();
    });
  });

  it('its file is asked for anew each time, and its policy lets it do nothing from elsewhere', async () => {
    const scenario = await adasScenario();
    const { headers, text, status } = await scenario.call('GET', '/t/watch-worker.js');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(text).toContain('(globalThis)');
    expect(text.length).toBeLessThan(6000);
  });
});
