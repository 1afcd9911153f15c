import { ActionIcon, Tooltip } from '@mantine/core';
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconArrowForwardUp from '@tabler/icons-react/dist/esm/icons/IconArrowForwardUp.mjs';
import { useText } from '../../messages/text';
import styles from './publish.module.css';
import { useUndo } from './use-undo';

/** Undo and redo. They keep the focus when there is nothing left to do. */
export function UndoButtons() {
  const text = useText();
  const { canUndo, canRedo, undo, redo } = useUndo();
  const buttons = [
    { name: text('undo.undo'), can: canUndo, run: undo, Icon: IconArrowBackUp },
    { name: text('undo.redo'), can: canRedo, run: redo, Icon: IconArrowForwardUp },
  ];
  return (
    <span className={styles.undo} role="group" aria-label={text('undo.group')}>
      {buttons.map(({ name, can, run, Icon }) => (
        <Tooltip key={name} label={name}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={name}
            aria-disabled={!can}
            {...(can ? {} : { 'data-disabled': true })}
            onClick={() => can && run()}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </span>
  );
}
