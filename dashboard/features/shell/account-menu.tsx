import {
  Button,
  Group,
  Menu,
  SegmentedControl,
  Text,
  UnstyledButton,
  VisuallyHidden,
  useMantineColorScheme,
} from '@mantine/core';
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconSelector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import { useState } from 'react';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { Dialog } from '../../ui/dialog';
import { Initial } from '../../ui/initial';
import { useToast } from '../../ui/toast';
import { useBackend } from '../../use-backend';
import { useOwner } from '../../use-session';
import styles from './shell.module.css';

const schemes = [
  { value: 'light', label: 'menu.light', Icon: IconSun },
  { value: 'dark', label: 'menu.dark', Icon: IconMoon },
  { value: 'auto', label: 'menu.system', Icon: IconDeviceDesktop },
] as const;

const isScheme = (value: string): value is (typeof schemes)[number]['value'] =>
  schemes.some((scheme) => scheme.value === value);

export function AccountMenu() {
  const text = useText();
  const { auth } = useBackend();
  const owner = useOwner();
  const { draft, save } = useDraft();
  const { failed } = useToast();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [asking, setAsking] = useState(false);
  const name = draft.name || owner.email || text('app.name');

  const leave = async () => {
    const answer = await auth.signOut();
    if (!answer.ok) failed(answer.problem);
  };

  return (
    <>
      <Menu position="top-start" width={232}>
        <Menu.Target>
          <UnstyledButton className={styles.account}>
            <VisuallyHidden>{text('menu.label')}: </VisuallyHidden>
            <Initial name={name} />
            <span className={styles.who}>
              <Text size="sm" fw={550} truncate>
                {name}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {owner.email}
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
            onChange={(value) => isScheme(value) && setColorScheme(value)}
            data={schemes.map(({ value, label, Icon }) => ({
              value,
              label: <Icon size={16} role="img" aria-label={text(label)} />,
            }))}
          />
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLogout size={17} aria-hidden />}
            onClick={() => (save.kind === 'saved' ? void leave() : setAsking(true))}
          >
            {text('menu.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog open={asking} onClose={() => setAsking(false)} title={text('signOut.unsentTitle')}>
        <Text size="sm">{text('signOut.unsent')}</Text>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={() => setAsking(false)}>
            {text('signOut.stay')}
          </Button>
          <Button color="red" onClick={() => void leave()}>
            {text('signOut.anyway')}
          </Button>
        </Group>
      </Dialog>
    </>
  );
}
