import {
  Menu,
  SegmentedControl,
  Text,
  UnstyledButton,
  VisuallyHidden,
  useMantineColorScheme,
} from '@mantine/core';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconSelector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs';
import { useCallback, useState } from 'react';
import { useDraft } from '../draft/draft-provider';
import { useText } from '../messages/text';
import { Initial } from '../ui/initial';
import { useOwner } from '../data/session';
import { SignOutDialog, useSignOut } from '../shared/sign-out/sign-out-dialog';
import { isColorScheme, colorSchemes } from '../ui/theme/color-schemes';
import styles from './shell.module.css';

export function AccountMenu() {
  const text = useText();
  const owner = useOwner();
  const { draft } = useDraft();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [asking, setAsking] = useState(false);
  const name = draft.name || owner.email || text('app.name');

  const { leave, leaveIfSafe } = useSignOut(useCallback(() => setAsking(true), []));

  return (
    <>
      <Menu position="top-start" width={232}>
        <Menu.Target>
          <UnstyledButton className={styles.account}>
            <VisuallyHidden>{text('menu.label')}: </VisuallyHidden>
            <Initial name={name} />
            <span className={styles.who}>
              <Text size="sm" fw={550} truncate>
                <bdi>{name}</bdi>
              </Text>
              <Text size="xs" c="dimmed" truncate>
                <bdi>{owner.email}</bdi>
              </Text>
            </span>
            <IconSelector size={16} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{text('menu.appearance')}</Menu.Label>
          <SegmentedControl
            fullWidth
            mx={6}
            mb={8}
            w="calc(100% - 12px)"
            aria-label={text('menu.appearance')}
            value={colorScheme}
            onChange={(value) => isColorScheme(value) && setColorScheme(value)}
            data={colorSchemes.map(({ value, label, Icon }) => ({
              value,
              label: <Icon size={16} role="img" aria-label={text(label)} />,
            }))}
          />
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={17} aria-hidden />} onClick={leaveIfSafe}>
            {text('menu.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SignOutDialog open={asking} onClose={() => setAsking(false)} onLeave={() => void leave()} />
    </>
  );
}
