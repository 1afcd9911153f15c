import { Button, Group, Stack, Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { useText } from '../../messages/text';
import { CodeBlock } from '../../ui/code-block';

interface OnceShownProps {
  readonly secret: string;
  /** Until when the secret before this one works; null = there was none. */
  readonly oldUntil: number | null;
  readonly onKept: () => void;
}

/** A webhook's signing secret, which no page shows again. */
export function OnceShown({ secret, oldUntil, onKept }: OnceShownProps) {
  const text = useText();
  const intl = useIntl();
  return (
    <Stack gap="md">
      <Text size="sm">{text('notify.secretOnce')}</Text>
      {oldUntil !== null && (
        <Text size="sm">
          {text('notify.secretOld', {
            date: intl.formatDate(oldUntil, { dateStyle: 'medium', timeStyle: 'short' }),
          })}
        </Text>
      )}
      <CodeBlock code={secret} label={text('notify.secret')} copy={text('notify.copy')} />
      <Group justify="flex-end">
        <Button onClick={onKept}>{text('notify.secretKept')}</Button>
      </Group>
    </Stack>
  );
}
