import * as v from 'valibot';

/** The result of a promise, or null when it takes longer: `PushManager.subscribe` may never settle (ungoogled-chromium#3770). */
export function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const text = v.string();
/** A channel of this device and `pushUser` of its owner. */
const channelOf = v.object({ user: text, channelId: text });

const noteSchema = v.object({
  /** `pushUser` of the signed-in owner's uid. Null = nobody is signed in, so that no amount is shown. */
  user: v.nullable(text),
  channel: v.nullable(channelOf),
  /** The text in place of a notification that this device may not show, in the language of the dashboard. The worker has no texts of its own. */
  closedText: text,
  /** Channels that could not be deleted when their owner signed out. */
  left: v.array(channelOf),
});

/** The state of this device's notifications. The page writes it and the push worker reads it. It holds no name, no amount and no uid. */
export type DeviceNote = v.InferOutput<typeof noteSchema>;

export const noNote: DeviceNote = {
  user: null,
  channel: null,
  closedText: 'Open Busker to see it',
  left: [],
};

export interface DeviceNotes {
  read(): Promise<DeviceNote>;
  change(change: (note: DeviceNote) => DeviceNote): Promise<DeviceNote>;
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function withdraw(transaction: IDBTransaction | null): void {
  try {
    transaction?.abort();
  } catch {
    // It has just ended.
  }
}

const place = 'device';
const entry = 'note';

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open('busker-push', 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(place);
  return settled(request);
}

/** Milliseconds that the database has for one answer. */
const mostWait = 2000;

const silent = new Error('The database did not answer');

/**
 * In IndexedDB: a service worker has no other storage. What cannot be read is nothing, and then no amount is shown. A database that does not answer
 * counts as one that cannot be read; what was asked of it is taken back, because the page goes on as if it had not been written.
 */
export function indexedNotes(factory: IDBFactory): DeviceNotes {
  const inStore = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>) => {
    let isLate = false;
    let asked: IDBTransaction | null = null;
    const answer = async () => {
      const database = await open(factory);
      try {
        if (isLate) throw silent;
        asked = database.transaction(place, mode);
        return { value: await work(asked.objectStore(place)) };
      } finally {
        database.close();
      }
    };
    const answered = await inTime(answer(), mostWait);
    if (answered) return answered.value;
    isLate = true;
    withdraw(asked);
    throw silent;
  };
  const readIn = async (store: IDBObjectStore): Promise<DeviceNote> => {
    const parsed = v.safeParse(noteSchema, await settled<unknown>(store.get(entry)));
    return parsed.success ? parsed.output : noNote;
  };
  return {
    read: () => inStore('readonly', readIn).catch(() => noNote),
    change: (change) =>
      inStore('readwrite', async (store) => {
        const changed = change(await readIn(store));
        await settled(store.put(changed, entry));
        return changed;
        // Where storage is blocked the worker reads nothing either, and shows no amount.
      }).catch(() => change(noNote)),
  };
}

/** For tests and stories. */
export function memoryNotes(first: Partial<DeviceNote> = {}): DeviceNotes {
  let note: DeviceNote = { ...noNote, ...first };
  return {
    read: () => Promise.resolve(note),
    change: (change) => Promise.resolve((note = change(note))),
  };
}

export const ownNotes = (): DeviceNotes =>
  typeof indexedDB === 'undefined' ? memoryNotes() : indexedNotes(indexedDB);

/** The push worker's message to an open dashboard after a tap on a notification, and the answer. */
const kind = 'busker-open';
export const openedAnswer = 'busker-opened';

export const openRequest = (path: string) => ({ kind, path });

/** The path that the worker asks for; null = another message. Only a path of this origin: `//host` would leave it. */
export function requestedPath(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('kind' in message) || !('path' in message))
    return null;
  const { path } = message;
  if (message.kind !== kind || typeof path !== 'string') return null;
  return /^\/(?![/\\])/.test(path) ? path : null;
}
