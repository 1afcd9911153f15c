import { describe, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { indexedNotes, noNote } from './device-note';

describe('device note', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Opening gives this request at once. */
  const opensTo = (request: object): IDBFactory =>
    ({
      open: () => {
        queueMicrotask(() => (request as IDBOpenDBRequest).onsuccess?.({} as Event));
        return request;
      },
    }) as unknown as IDBFactory;

  const closed = { ...noNote, user: 'ada' };

  /** The result of an action, or `waits` if there is none within the two seconds that a database has. */
  async function after<T>(work: Promise<T>): Promise<T | 'waits'> {
    await vi.advanceTimersByTimeAsync(2_000);
    return Promise.race([work, Promise.resolve<'waits'>('waits')]);
  }

  it.each([
    ['does not open', { open: () => ({}) } as unknown as IDBFactory],
    [
      'answers no transaction',
      opensTo({
        result: { transaction: () => ({ objectStore: () => ({ get: () => ({}) }), abort() {} }), close() {} },
      }),
    ],
  ])('goes on without a database that %s', async (_title, factory) => {
    const notes = indexedNotes(factory);
    expect(await after(notes.read())).toEqual(noNote);
    expect(await after(notes.change((note) => ({ ...note, user: 'ada' })))).toEqual(closed);
  });

  it('takes back what a silent database was asked to write', async () => {
    const abort = vi.fn<() => void>();
    const transaction = () => ({ objectStore: () => ({ get: () => ({}) }), abort });
    const notes = indexedNotes(opensTo({ result: { transaction, close() {} } }));
    await after(notes.change(() => closed));
    expect(abort).toHaveBeenCalledOnce();
  });

  it('begins nothing in a database that opens too late', async () => {
    const transaction = vi.fn<() => void>();
    const request: { result: object; onsuccess?: () => void } = { result: { transaction, close() {} } };
    const notes = indexedNotes({ open: () => request } as unknown as IDBFactory);
    expect(await after(notes.read())).toEqual(noNote);
    request.onsuccess?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(transaction).not.toHaveBeenCalled();
  });
});
