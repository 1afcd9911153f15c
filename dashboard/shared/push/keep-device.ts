import type { Answer } from '../../data/failure';
import type { DeviceNote, DeviceNotes } from './device-note';
import { deviceUser } from './device-user';
import { inTime } from './in-time';
import type { PushDevice } from './push-device';

export interface KeptDevice {
  readonly uid: string;
  readonly device: Pick<PushDevice, 'unsubscribe'>;
  readonly notes: DeviceNotes;
  /** `DELETE /v1/me/channels/{id}`. */
  readonly remove: (channelId: string) => Answer<unknown>;
}

/** Milliseconds that the server has for the deletion while the owner waits for the sign-out. */
const mostWait = 1500;

/** A channel that is not there any more is deleted as well. */
async function isRemoved(remove: KeptDevice['remove'], channelId: string): Promise<boolean> {
  const answer = await remove(channelId);
  return answer.ok || answer.problem.code === 'api/channel-not-found';
}

const without = (note: DeviceNote, gone: readonly string[]): DeviceNote => ({
  ...note,
  left: note.left.filter(({ channelId }) => !gone.includes(channelId)),
});

/**
 * At each start of the dashboard of a signed-in owner: shows their notifications again, ends those of another owner on this device, and deletes the
 * channels that an offline sign-out left. `closedText`: what a notification says that this device may not show.
 */
export async function keepDevice(
  { uid, device, notes, remove }: KeptDevice,
  closedText: string,
): Promise<void> {
  const user = await deviceUser(uid);
  const before = await notes.read();
  const isAnothers = before.channel !== null && before.channel.user !== user;
  const isKnown = before.channel !== null || before.left.length > 0;
  // Most browsers never get notifications. Nothing is stored for them.
  if (!isKnown && before.user === null) return;
  if (isAnothers) await device.unsubscribe();
  await notes.change((note) => ({
    ...note,
    user,
    closedText,
    channel: isAnothers ? null : note.channel,
    left: isAnothers && note.channel !== null ? [...note.left, note.channel] : note.left,
  }));
  const gone: string[] = [];
  for (const left of before.left.filter((each) => each.user === user))
    if (await isRemoved(remove, left.channelId)) gone.push(left.channelId);
  if (gone.length > 0) await notes.change((note) => without(note, gone));
}

/** Nobody is signed in here any more: notifications say nothing until the owner signs in again. */
export async function closeDevice(notes: DeviceNotes): Promise<void> {
  const { user } = await notes.read();
  if (user !== null) await notes.change((note) => ({ ...note, user: null }));
}

/**
 * Before the owner signs out: the subscription ends and the channel is deleted. Offline the channel is noted, and deleted when its owner signs in here
 * again; until then its notifications say nothing on this device.
 */
export async function leaveDevice({ uid, device, notes, remove }: KeptDevice): Promise<void> {
  const user = await deviceUser(uid);
  const { channel } = await notes.change((note) => ({ ...note, user: null }));
  if (channel === null || channel.user !== user) return;
  await notes.change((note) => ({ ...note, channel: null, left: [...note.left, channel] }));
  const [removed] = await Promise.all([
    inTime(isRemoved(remove, channel.channelId), mostWait),
    inTime(device.unsubscribe(), mostWait),
  ]);
  if (removed === true) await notes.change((note) => without(note, [channel.channelId]));
}
