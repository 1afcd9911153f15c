import { expect, it } from 'vitest';
import { memoryNotes, openedAnswer, requestedPath, type DeviceNote } from '../device/device-note';
import {
  startWorker,
  type NotificationLook,
  type Tab,
  type WorkerEvents,
  type WorkerScope,
} from './start-worker';

const origin = 'https://busker.test';
const ada = 'a'.repeat(32);

const message = (over: Readonly<Record<string, unknown>> = {}) => ({
  web_push: 8030,
  notification: {
    title: 'Kim sent you $5.00',
    body: '“Lovely!”',
    navigate: `${origin}/tips/t1`,
    lang: 'en',
    dir: 'ltr',
    tag: 'tips',
    silent: false,
    data: { for: ada },
    ...over,
  },
  mutable: true,
  for: ada,
});

interface Shown extends NotificationLook {
  readonly title: string;
}

/** A service worker's scope that a test drives. */
function worker(note: Partial<DeviceNote> = { user: ada }, tabs: readonly Tab[] = []) {
  const shown: Shown[] = [];
  const opened: string[] = [];
  const listeners = new Map<string, (event: never) => void>();
  const notes = memoryNotes(note);
  const scope: WorkerScope = {
    location: { origin },
    registration: {
      pushManager: { subscribe: () => Promise.reject(new Error('not used')) },
      showNotification: (title, look) => {
        shown.push({ title, ...look });
        return Promise.resolve();
      },
    },
    clients: {
      matchAll: () => Promise.resolve(tabs),
      openWindow: (url) => Promise.resolve(opened.push(url)),
      claim: () => Promise.resolve(),
    },
    skipWaiting: () => Promise.resolve(),
    addEventListener: (type, listener) => void listeners.set(type, listener),
  };
  startWorker(scope, notes);
  const send = async <K extends keyof WorkerEvents>(type: K, event: Omit<WorkerEvents[K], 'waitUntil'>) => {
    const works: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => void works.push(work);
    listeners.get(type)?.({ ...event, waitUntil } as never);
    expect(works.length).toBeGreaterThan(0);
    await Promise.all(works);
  };
  return { shown, opened, notes, send, scope, listeners };
}

const json = (given: unknown) => ({ data: { json: () => given } });

it('shows the message to the owner of this device', async () => {
  const { send, shown } = worker();
  await send('push', json(message()));
  expect(shown).toEqual([
    {
      title: 'Kim sent you $5.00',
      body: '“Lovely!”',
      lang: 'en',
      dir: 'ltr',
      tag: 'tips',
      renotify: true,
      icon: '/icons/busker-192.png',
      data: { navigate: `${origin}/tips/t1` },
    },
  ]);
});

it('shows a declarative message of Safari, which comes without data', async () => {
  const { send, shown } = worker();
  const notification = { ...message().notification, close: () => undefined };
  await send('push', { data: null, notification });
  expect(shown).toMatchObject([{ title: 'Kim sent you $5.00' }]);
});

it.each([
  ['another owner is signed in', { user: 'b'.repeat(32) }],
  ['nobody is signed in', { user: null }],
])('shows no amount when %s', async (_when, note) => {
  const { send, shown } = worker({ ...note, closedText: 'Öffne Busker.' });
  await send('push', json(message()));
  expect(shown).toMatchObject([{ title: 'Busker', body: 'Öffne Busker.', data: { navigate: `${origin}/` } }]);
  expect(JSON.stringify(shown)).not.toMatch(/\$5|Kim|Lovely|t1/);
});

it.each([
  ['no data', { data: null }],
  ['data that is no JSON', { data: { json: () => JSON.parse('{') as unknown } }],
  ['JSON of another shape', json({ title: 'x' })],
  ['an empty title', json(message({ title: '' }))],
  ['null', json(null)],
])('still shows a notification for %s', async (_what, event) => {
  const { send, shown } = worker();
  await send('push', event);
  expect(shown).toMatchObject([{ title: 'Busker', body: 'Open Busker to see it' }]);
});

it('leads to this origin only', async () => {
  const { send, shown } = worker();
  await send('push', json(message({ navigate: 'https://elsewhere.example/tips' })));
  expect(shown).toMatchObject([{ data: { navigate: `${origin}/` } }]);
});

it('shows what a page of this origin hands over, and ignores other messages', async () => {
  const { send, shown, listeners } = worker();
  await send('message', { data: message() });
  expect(shown).toHaveLength(1);
  listeners.get('message')?.({ data: 'hello' } as never);
  expect(shown).toHaveLength(1);
});

function tab(url: string, answers: boolean) {
  const asked: (string | null)[] = [];
  let focused = 0;
  const made: Tab = {
    url,
    focus: () => Promise.resolve((focused += 1)),
    postMessage: (sent, [port]) => {
      asked.push(requestedPath(sent));
      if (answers && port !== undefined && 'postMessage' in port) port.postMessage(openedAnswer);
    },
  };
  return { made, asked, focused: () => focused };
}

const tapped = (navigate: string) => {
  const state = { closed: false };
  const notification = {
    title: '',
    body: '',
    lang: '',
    dir: '',
    tag: '',
    data: { navigate },
    close: () => void (state.closed = true),
  };
  return { event: { notification }, state };
};

it('opens the tip when no tab is open', async () => {
  const { send, opened } = worker();
  const { event, state } = tapped(`${origin}/tips/t1`);
  await send('notificationclick', event);
  expect(opened).toEqual([`${origin}/tips/t1`]);
  expect(state.closed).toBe(true);
});

it('focuses the tab that shows the tip already', async () => {
  const there = tab(`${origin}/tips/t1#top`, true);
  const { send, opened } = worker({ user: ada }, [there.made]);
  await send('notificationclick', tapped(`${origin}/tips/t1`).event);
  expect([there.focused(), there.asked, opened]).toEqual([1, [], []]);
});

it('shows the tip in an open dashboard', async () => {
  const other = tab('https://elsewhere.example/', true);
  const dashboard = tab(`${origin}/profile`, true);
  const { send, opened } = worker({ user: ada }, [other.made, dashboard.made]);
  await send('notificationclick', tapped(`${origin}/tips/t1`).event);
  expect(dashboard.asked).toEqual(['/tips/t1']);
  expect([other.focused(), dashboard.focused(), opened]).toEqual([0, 1, []]);
});

it('opens a new tab when the open ones do not answer', async () => {
  const publicPage = tab(`${origin}/@ada`, false);
  const { send, opened } = worker({ user: ada }, [publicPage.made]);
  await send('notificationclick', tapped(`${origin}/tips/t1`).event);
  expect([publicPage.focused(), opened]).toEqual([0, [`${origin}/tips/t1`]]);
});

it('never opens another origin', async () => {
  const { send, opened } = worker();
  await send('notificationclick', tapped('https://elsewhere.example/').event);
  expect(opened).toEqual([`${origin}/`]);
});

it('forgets its channel when the browser ends the subscription', async () => {
  const { send, notes } = worker({ user: ada, channel: { user: ada, channelId: 'c1' } });
  await send('pushsubscriptionchange', {});
  expect(await notes.read()).toMatchObject({ user: ada, channel: null });
});

it('handles no fetch, so that a deploy always reaches the browser', () => {
  expect([...worker().listeners.keys()]).not.toContain('fetch');
});

it.each(['//elsewhere.example', '/\\elsewhere.example', 'https://elsewhere.example', '', 7])(
  'asks no tab for the address %s',
  (path) => {
    expect(requestedPath({ kind: 'busker-open', path })).toBeNull();
  },
);
