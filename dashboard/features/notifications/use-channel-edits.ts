import { useCallback } from 'react';
import type { OwnChannel } from '../../data/owner-documents';
import type { ChannelChanges } from '../../data/backend';
import { useBackend } from '../../data/session';
import { usePendingEdits } from '../../shared/use-pending-edits';

const withChanges = (channel: OwnChannel, changes: ChannelChanges): OwnChannel => {
  const { on, ...rest } = changes;
  const edited = { ...channel, ...rest };
  return on === undefined ? edited : { ...edited, state: on ? 'on' : 'off', end: on ? null : 'owner' };
};

export type Change = (channelId: string, changes: ChannelChanges) => void;

/** The channels with the owner's changes, which show at once. */
export function useChannelEdits(stored: readonly OwnChannel[]): readonly [readonly OwnChannel[], Change] {
  const { channels } = useBackend();
  const send = useCallback(
    (channelId: string, changes: ChannelChanges) => channels.change(channelId, changes),
    [channels],
  );
  const [edits, change] = usePendingEdits(stored, send);
  const shown = stored.map((channel) => {
    const edit = edits[channel.channelId];
    return edit ? withChanges(channel, edit.changes) : channel;
  });
  return [shown, change];
}
