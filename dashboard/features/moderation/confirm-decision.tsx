import { Button, Group, Stack, Text } from '@mantine/core';
import type { DecisionBody } from '../../../core/api/moderation-api';
import { useText } from '../../messages/text';
import { Dialog } from '../../ui/dialog';

interface ConfirmDecisionProps {
  readonly wanted: DecisionBody;
  /** The handle, or the reported address when no profile was found there. */
  readonly page: string;
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Shows what a decision changes, and asks for confirmation. */
export function ConfirmDecision({ wanted, page, busy, onCancel, onConfirm }: ConfirmDecisionProps) {
  const text = useText();
  const cancel = () => {
    if (!busy) onCancel();
  };
  return (
    <Dialog open onClose={cancel} title={text('moderation.confirm')}>
      <Stack gap="md">
        <Text size="sm" fw={600}>
          {text(`moderation.outcome.${wanted.outcome}`)}
        </Text>
        <Text size="sm">{text(`moderation.will.${wanted.outcome}`, { page })}</Text>
        <Text size="sm">{text('moderation.mails')}</Text>
        <Group justify="flex-end">
          <Button variant="default" disabled={busy} onClick={cancel}>
            {text('moderation.cancel')}
          </Button>
          <Button
            color={wanted.outcome === 'no-action' ? 'evergreen' : 'red'}
            loading={busy}
            onClick={onConfirm}
          >
            {text('moderation.do')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
