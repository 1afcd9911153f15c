import { Button, Group } from '@mantine/core';
import { useText } from '../../messages/text';

interface ViewBarProps {
  /** Null = the list itself is open. */
  readonly onBack: (() => void) | null;
  readonly onAgain: () => void;
}

/** Goes back from one entry to its list, or loads the list again. */
export function ViewBar({ onBack, onAgain }: ViewBarProps) {
  const text = useText();
  return (
    <Group mb="md">
      {onBack === null ? (
        <Button variant="default" onClick={onAgain}>
          {text('moderation.reload')}
        </Button>
      ) : (
        <Button variant="default" onClick={onBack}>
          {text('moderation.back')}
        </Button>
      )}
    </Group>
  );
}
