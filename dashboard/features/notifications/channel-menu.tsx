import { ActionIcon, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useText } from '../../messages/text';
import type { OwnChannel } from '../../data/owner-documents';
import type { Asked } from './channel-dialogs';

interface ChannelMenuProps {
  readonly channel: OwnChannel;
  readonly onAsk: (asked: Asked) => void;
}

export function ChannelMenu({ channel, onAsk }: ChannelMenuProps) {
  const text = useText();
  const isWebhook = channel.kind === 'webhook' && channel.state !== 'unverified';
  return (
    <Menu width={250}>
      <Menu.Target>
        <ActionIcon size={44} aria-label={text('notify.more', { name: channel.label })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onAsk('rename')}>
          {text('notify.rename')}
        </Menu.Item>
        {isWebhook && (
          <>
            <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={() => onAsk('replay')}>
              {text('notify.replay')}
            </Menu.Item>
            <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => onAsk('secret')}>
              {text('notify.newSecret')}
            </Menu.Item>
          </>
        )}
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onAsk('remove')}
        >
          {text('notify.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
