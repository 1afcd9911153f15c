import { ActionIcon, Menu } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconRosetteDiscountCheck from '@tabler/icons-react/dist/esm/icons/IconRosetteDiscountCheck.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useState } from 'react';
import { isSafeUrl, type DraftLink } from '../../../core/profile/link';
import { usePublished } from '../../data/owner-documents';
import { useText } from '../../messages/text';
import { VerifyLink } from './verify-link';
import type { LinkVerbs } from './use-link-verbs';

interface LinkMenuProps {
  readonly id: string;
  readonly link: DraftLink;
  readonly at: number;
  readonly last: boolean;
  readonly verbs: LinkVerbs;
  readonly onEdit: () => void;
}

export function LinkMenu({ id, link, at, last, verbs, onEdit }: LinkMenuProps) {
  const text = useText();
  const live = usePublished();
  const [verifying, setVerifying] = useState(false);
  const published = live.kind === 'ready' ? Object.values(live.value?.links ?? {}) : [];
  const isLive = published.some(({ url }) => url === link.url) && /^https?:/.test(link.url);
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={text('links.more', { label: link.label })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
            {text('links.editShort')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowUp size={16} aria-hidden />}
            disabled={at === 0}
            onClick={() => verbs.move(id, at - 1)}
          >
            {text('links.up')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown size={16} aria-hidden />}
            disabled={last}
            onClick={() => verbs.move(id, at + 1)}
          >
            {text('links.down')}
          </Menu.Item>
          {isSafeUrl(link.url) && (
            <Menu.Item
              component="a"
              href={link.url}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconExternalLink size={16} aria-hidden />}
            >
              {text('links.open')}
            </Menu.Item>
          )}
          {isLive && (
            <Menu.Item
              leftSection={<IconRosetteDiscountCheck size={16} aria-hidden />}
              onClick={() => setVerifying(true)}
            >
              {text('verify.open')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => verbs.remove(id, link)}
          >
            {text('links.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {verifying && <VerifyLink url={link.url} onClose={() => setVerifying(false)} />}
    </>
  );
}
