import { Button, Group, Stack, Text } from '@mantine/core';
import { useText } from '../../../messages/text';
import { saveFile } from '../../../shared/save-file';
import { CopyButton } from './copy-button';
import styles from './two-step.module.css';

interface NewCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** New recovery codes, which are shown this once. */
export function NewCodes({ codes, onKept }: NewCodesProps) {
  const text = useText();
  const lines = codes.join('\n');
  const save = () =>
    saveFile(
      new Blob([`${window.location.host}\n\n${lines}\n`], { type: 'text/plain' }),
      'recovery-codes.txt',
    );
  return (
    <Stack gap="md">
      <Text size="sm">{text('codes.once')}</Text>
      <ol className={styles.codes} dir="ltr" aria-label={text('codes.heading')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Group gap="xs">
        <CopyButton content={lines} label={text('codes.copy')} />
        <Button size="compact-sm" variant="default" onClick={save}>
          {text('codes.save')}
        </Button>
      </Group>
      <div>
        <Button onClick={onKept}>{text('codes.kept')}</Button>
      </div>
    </Stack>
  );
}
