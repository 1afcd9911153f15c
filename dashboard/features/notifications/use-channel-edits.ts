import { useCallback, useRef, useState } from 'react';
import type { OwnChannel } from '../../shared/use-stored-channels';
import type { ChannelChanges } from '../../shared/owner-channels';
import { useBackend } from '../../shared/use-backend';
import { useToast } from '../../ui/toast';

interface Edit {
  readonly changes: ChannelChanges;
  /** How many of its calls have no answer yet. */
  readonly open: number;
}
type Edits = Readonly<Record<string, Edit>>;

const withEdit = (channel: OwnChannel, { changes }: Edit): OwnChannel => {
  const { on, ...rest } = changes;
  const edited = { ...channel, ...rest };
  return on === undefined ? edited : { ...edited, state: on ? 'on' : 'off', end: on ? null : 'owner' };
};

const without = (edits: Edits, channelId: string): Edits =>
  Object.fromEntries(Object.entries(edits).filter(([id]) => id !== channelId));

export type Change = (channelId: string, changes: ChannelChanges) => void;

/** The channels with the owner's changes, which show at once. A refused change is taken back. Calls go one after another, so that the last one wins. */
export function useChannelEdits(stored: readonly OwnChannel[]): readonly [readonly OwnChannel[], Change] {
  const { channels } = useBackend();
  const { failed } = useToast();
  const [edits, setEdits] = useState<Edits>({});
  const [seen, setSeen] = useState(stored);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  // The stored channels have what was answered.
  if (seen !== stored) {
    setSeen(stored);
    setEdits(Object.fromEntries(Object.entries(edits).filter(([, { open }]) => open > 0)));
  }

  const change = useCallback<Change>(
    (channelId, changes) => {
      setEdits((before) => {
        const edit = before[channelId] ?? { changes: {}, open: 0 };
        return {
          ...before,
          [channelId]: { changes: { ...edit.changes, ...changes }, open: edit.open + 1 },
        };
      });
      queue.current = queue.current.then(async () => {
        const answer = await channels.change(channelId, changes);
        if (!answer.ok) failed(answer.problem);
        setEdits((before) => {
          const edit = before[channelId];
          if (!edit) return before;
          if (!answer.ok) return without(before, channelId);
          return { ...before, [channelId]: { ...edit, open: edit.open - 1 } };
        });
      });
    },
    [channels, failed],
  );
  const shown = stored.map((channel) => {
    const edit = edits[channel.channelId];
    return edit ? withEdit(channel, edit) : channel;
  });
  return [shown, change];
}
