import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { StopWhen } from '../../../core/api/monthly-api';
import type { Monthly } from '../../../core/monthly/monthly';
import { useText } from '../../messages/text';
import { useBackend } from '../../data/session';
import { Dialog } from '../../ui/dialog';
import { useToast } from '../../ui/toast';
import { StopTrouble } from './stop-trouble';
import { StopWhenField } from './stop-when-field';
import { useStop } from './use-stop';

interface StopDialogProps {
  readonly monthly: Monthly;
  readonly onClose: () => void;
}

/** Stops one monthly tip. */
export function StopDialog({ monthly, onClose }: StopDialogProps) {
  const text = useText();
  const { money } = useBackend();
  const { notify } = useToast();
  const isStopped = monthly.state === 'ending';
  // An unpaid period has no paid end. The server asks Stripe whether it is still unpaid, and ends it now only then.
  const canWait = !isStopped && monthly.failing === null;
  const [when, setWhen] = useState<StopWhen>(isStopped ? 'now' : 'period-end');
  const stopped = () => {
    notify(text('supporters.stopped'));
    onClose();
  };
  const { step, stop } = useStop(() => money.stopMonthly(monthly.monthlyId, when), stopped);
  const busy = step.kind === 'busy';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void stop();
  };
  return (
    <Dialog open onClose={() => !busy && onClose()} title={text('supporters.stopTitle')}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {canWait && <StopWhenField when={when} onWhen={setWhen} />}
          <Text size="sm" c="dimmed">
            {text('supporters.stopNote')}
          </Text>
          <StopTrouble step={step} unanswered={text('supporters.unanswered')} />
          <Group justify="flex-end">
            <Button variant="default" disabled={busy} onClick={onClose}>
              {text('supporters.stopKeep')}
            </Button>
            <Button type="submit" color="red" loading={busy}>
              {text('supporters.stop')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
