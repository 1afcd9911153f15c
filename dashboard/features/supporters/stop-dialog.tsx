import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { StopWhen } from '../../../core/api/monthly-api';
import type { Monthly } from '../../../core/monthly/monthly';
import { useText } from '../../messages/text';
import type { Failure } from '../../shared/failure';
import { isSilence } from '../../shared/silence';
import { useBackend } from '../../shared/use-backend';
import { Dialog } from '../../ui/dialog';
import { FailureAlert, Trouble } from '../../ui/failure-alert';
import { useToast } from '../../ui/toast';
import { StopWhenField } from './stop-when-field';

type Step =
  | { readonly kind: 'asking'; readonly failure: Failure | null }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unanswered' };

interface StopDialogProps {
  readonly monthly: Monthly;
  readonly onClose: () => void;
}

/** Stops one monthly tip. Asking twice changes nothing, so a lost answer needs no more than another try. */
export function StopDialog({ monthly, onClose }: StopDialogProps) {
  const text = useText();
  const { money } = useBackend();
  const { notify } = useToast();
  // An unpaid period has no paid end, and Stripe would go on trying to charge it: only ending it now charges nothing more.
  const canWait = monthly.state !== 'ending' && monthly.failing === null;
  const [when, setWhen] = useState<StopWhen>(canWait ? 'period-end' : 'now');
  const [step, setStep] = useState<Step>({ kind: 'asking', failure: null });
  const busy = step.kind === 'busy';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setStep({ kind: 'busy' });
    const answer = await money.stopMonthly(monthly.monthlyId, when);
    if (answer.ok) {
      notify(text('supporters.stopped'));
      return onClose();
    }
    setStep(isSilence(answer.problem) ? { kind: 'unanswered' } : { kind: 'asking', failure: answer.problem });
  };
  return (
    <Dialog open onClose={() => !busy && onClose()} title={text('supporters.stopTitle')}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          {canWait && <StopWhenField when={when} onWhen={setWhen} />}
          <Text size="sm" c="dimmed">
            {text('supporters.stopNote')}
          </Text>
          {step.kind === 'unanswered' && <Trouble says={text('supporters.unanswered')} />}
          {step.kind === 'asking' && step.failure && <FailureAlert failure={step.failure} />}
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
