import { Text, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { linkSymbols } from '@busker/core/links/link';
import { platformCatalogue } from '@busker/core/platforms/platform-catalogue';
import { useText } from '../../messages/text';
import { Dialog } from '../../dialog/dialog';
import { IconOfFile, iconFile } from './platform-icon';
import styles from './profile.module.css';

interface IconDialogProps {
  readonly onChoose: (icon: string) => void;
  readonly onClose: () => void;
}

/** Every icon that a card can show, by name. */
export function IconDialog({ onChoose, onClose }: IconDialogProps) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const symbols = linkSymbols.map((id) => ({ id, label: text(`symbol.${id}`) }));
  const mail = { id: 'email', label: text('symbol.email') };
  const phone = { id: 'phone', label: text('symbol.phone') };
  const wanted = typed.trim().toLocaleLowerCase();
  const found = [...symbols, mail, phone, ...platformCatalogue].filter(({ label }) =>
    label.toLocaleLowerCase().includes(wanted),
  );
  return (
    <Dialog open onClose={onClose} title={text('sign.title')}>
      <TextInput
        data-autofocus
        aria-label={text('sign.search')}
        placeholder={text('sign.search')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed" mt="xs" role="status">
        {text('sign.found', { count: found.length })}
      </Text>
      <ul className={styles.icons}>
        {found.map(({ id, label }) => (
          <li key={id}>
            <UnstyledButton className={styles.icon ?? ''} onClick={() => onChoose(id)}>
              <IconOfFile file={iconFile(id)} size={22} />
              <span className={styles.name}>{label}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
