import { describe, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answersInTime, databaseState } from './answers-in-time';

describe('answers in time', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  // Holds dash-183.
  it('gives up after two seconds without an answer', async () => {
    const asked = answersInTime(new Promise(() => {}));
    let answered: boolean | null = null;
    void asked.then((answer) => (answered = answer));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(answered).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(answered).toBe(false);
  });

  it.each([
    ['a value', () => Promise.resolve(1)],
    ['an error', () => Promise.reject(new Error('nothing is cached'))],
  ])('counts %s as an answer', async (_kind, work) => {
    expect(await answersInTime(work())).toBe(true);
  });

  /** A browser whose `indexedDB.open` gives this request. */
  function openingGives(request: object, events: (request: IDBOpenDBRequest) => void = () => {}): void {
    const open = () => {
      queueMicrotask(() => events(request as IDBOpenDBRequest));
      return request;
    };
    vi.stubGlobal('indexedDB', { open });
  }

  const event = {} as IDBVersionChangeEvent;

  it('calls a database silent that does not open', async () => {
    openingGives({});
    const state = databaseState('x');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await state).toBe('silent');
  });

  it('calls a database silent whose transaction never ends', async () => {
    const transaction = { objectStore: () => ({ count: () => undefined }) };
    const result = { objectStoreNames: ['s'], transaction: () => transaction, close: () => undefined };
    openingGives({ result }, (request) => request.onsuccess?.(event));
    const state = databaseState('x');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await state).toBe('silent');
  });

  it('makes no database that was not there', async () => {
    const abort = vi.fn<() => void>();
    openingGives({ transaction: { abort } }, (request) => {
      request.onupgradeneeded?.(event);
      request.onerror?.(event);
    });
    expect(await databaseState('x')).toBe('none');
    expect(abort).toHaveBeenCalledOnce();
  });

  it('finds none where storage is blocked', async () => {
    vi.stubGlobal('indexedDB', undefined);
    expect(await databaseState('x')).toBe('none');
  });
});
