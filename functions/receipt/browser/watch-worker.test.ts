import { describe, expect, it, vi } from 'vitest';
import { adasScenario } from '../../testing/ada';
import { watchWorker, type FanTab, type FanWorkerEvent } from './watch-worker';

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
