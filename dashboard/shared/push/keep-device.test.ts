import { expect, it, vi } from 'vitest';
import { fail, ok } from '../../../core/base/result';
import type { Failure } from '../../data/failure';
import { memoryNotes, type DeviceNote } from './device-note';
import { deviceUser } from './device-user';
import { closeDevice, keepDevice, leaveDevice } from './keep-device';

const ada = await deviceUser('ada');
const kim = await deviceUser('kim');
const adasPhone = { user: ada, channelId: 'c1' };

function stage(note: Partial<DeviceNote>, removal: Failure['code'] | 'ok' | 'never' = 'ok') {
  const notes = memoryNotes(note);
  const unsubscribe = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const removed: string[] = [];
  const remove = (channelId: string) => {
    removed.push(channelId);
    if (removal === 'never') return new Promise<never>(() => undefined);
    return Promise.resolve(removal === 'ok' ? ok(undefined) : fail({ code: removal }));
  };
  return { kept: { uid: 'ada', device: { unsubscribe }, notes, remove }, notes, unsubscribe, removed };
}

it('names an owner as the server does', () => {
  expect(ada).toMatch(/^[0-9a-f]{32}$/);
  expect(ada).not.toBe(kim);
});

it('stores nothing in a browser that never got notifications', async () => {
  const { kept, notes } = stage({});
  const change = vi.spyOn(notes, 'change');
  await keepDevice(kept, 'Öffne Busker.');
  await closeDevice(notes);
  expect(change).not.toHaveBeenCalled();
});

it('shows notifications again after the same owner has signed in', async () => {
  const { kept, notes, unsubscribe } = stage({ channel: adasPhone });
  await keepDevice(kept, 'Öffne Busker.');
  expect(await notes.read()).toEqual({
    user: ada,
    channel: adasPhone,
    closedText: 'Öffne Busker.',
    left: [],
  });
  expect(unsubscribe).not.toHaveBeenCalled();
});

it("ends another owner's notifications, and keeps their channel in mind", async () => {
  const kims = { user: kim, channelId: 'k1' };
  const { kept, notes, unsubscribe, removed } = stage({ user: kim, channel: kims });
  await keepDevice(kept, '');
  expect(await notes.read()).toMatchObject({ user: ada, channel: null, left: [kims] });
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(removed).toEqual([]);
});

it.each([['ok'], ['api/channel-not-found']] as const)(
  'deletes what an offline sign-out left: %s',
  async (removal) => {
    const kims = { user: kim, channelId: 'k1' };
    const { kept, notes, removed } = stage({ left: [adasPhone, kims] }, removal);
    await keepDevice(kept, '');
    expect(removed).toEqual(['c1']);
    expect((await notes.read()).left).toEqual([kims]);
  },
);

it('tries the deletion again at the next start', async () => {
  const { kept, notes } = stage({ left: [adasPhone] }, 'api/unreachable');
  await keepDevice(kept, '');
  expect((await notes.read()).left).toEqual([adasPhone]);
});

// Holds out-042.
it('shows no amount after a sign-in has ended by itself, and keeps the channel', async () => {
  const { notes } = stage({ user: ada, channel: adasPhone });
  await closeDevice(notes);
  expect(await notes.read()).toMatchObject({ user: null, channel: adasPhone });
});

it('ends the subscription and deletes the channel before a sign-out', async () => {
  const { kept, notes, unsubscribe, removed } = stage({ user: ada, channel: adasPhone });
  await leaveDevice(kept);
  expect(await notes.read()).toMatchObject({ user: null, channel: null, left: [] });
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(removed).toEqual(['c1']);
});

// Holds outbox scenario 42.
it.each(['api/unreachable', 'never'] as const)(
  'signs out offline in two seconds, and remembers the channel: %s',
  async (removal) => {
    const { kept, notes } = stage({ user: ada, channel: adasPhone }, removal);
    const before = performance.now();
    await leaveDevice(kept);
    expect(performance.now() - before).toBeLessThan(2000);
    expect(await notes.read()).toMatchObject({ user: null, channel: null, left: [adasPhone] });
  },
);

it("leaves another owner's channel alone", async () => {
  const { kept, notes, removed, unsubscribe } = stage({ user: ada, channel: { user: kim, channelId: 'k1' } });
  await leaveDevice(kept);
  expect(removed).toEqual([]);
  expect(unsubscribe).not.toHaveBeenCalled();
  expect(await notes.read()).toMatchObject({ user: null });
});
