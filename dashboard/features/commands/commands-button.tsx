import { ActionIcon, UnstyledButton, VisuallyHidden } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useText } from '../../messages/text';
import { useOpenCommands } from './command-palette';
import { Keys } from './keys';
import styles from './commands.module.css';

/** Opens the palette. In the menu: text and keys; in the bar of a phone: an icon. */
export function CommandsButton({ compact = false }: { readonly compact?: boolean }) {
  const text = useText();
  const open = useOpenCommands();
  if (compact) {
    return (
      <ActionIcon className={styles.sign ?? ''} size={44} aria-label={text('commands.open')} onClick={open}>
        <IconSearch size={20} aria-hidden />
      </ActionIcon>
    );
  }
  return (
    <UnstyledButton className={styles.button} onClick={open}>
      <IconSearch size={17} aria-hidden />
      <VisuallyHidden>{text('commands.open')}</VisuallyHidden>
      <span className={styles.words} aria-hidden>
        {text('commands.short')}
      </span>
      <span aria-hidden>
        <Keys keys="mod+k" />
      </span>
    </UnstyledButton>
  );
}
