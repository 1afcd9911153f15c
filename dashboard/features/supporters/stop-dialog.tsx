import { Button, Group, Radio, Stack } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { StopWhen } from '@busker/core/fan-api/monthly-api';
import { type Monthly } from '@busker/core/monthly/monthly';
import { isSilence, type Answer, type Failure } from '../../data/failure';
import { useBackend } from '../../session/session';
import { useText } from '../../messages/text';
import { Dialog } from '../../dialog/dialog';
import { FailureAlert, Trouble } from '../../feedback/failure-alert';
import { useToast } from '../../feedback/toast';
import { PlainButton } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';

type StopStep =
  | { readonly kind: 'asking'; readonly failure: Failure | null }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unanswered' };

interface Stopping {
  readonly step: StopStep;
  /** Asks the server, unless it is being asked. */
  readonly stop: () => Promise<void>;
}

/** Stops one monthly tip, or all. Asking twice changes nothing, so a lost answer needs no more than another try. */
export function useStop<T>(ask: () => Answer<T>, onStopped: (answer: T) => void): Stopping {
  const [step, setStep] = useState<StopStep>({ kind: 'asking', failure: null });
  const stop = async () => {
    if (step.kind === 'busy') return;
    setStep({ kind: 'busy' });
    const answer = await ask();
    if (answer.ok) {
      setStep({ kind: 'asking', failure: null });
      return onStopped(answer.value);
    }
    setStep(isSilence(answer.problem) ? { kind: 'unanswered' } : { kind: 'asking', failure: answer.problem });
  };
  return { step, stop };
}

interface StopTroubleProps {
  readonly step: StopStep;
  /** Said when no answer came. */
  readonly unanswered: string;
}

/** Why nothing was stopped, or that this is not known. */
export function StopTrouble({ step, unanswered }: StopTroubleProps) {
  if (step.kind === 'unanswered') return <Trouble says={unanswered} />;
  if (step.kind === 'asking' && step.failure) return <FailureAlert failure={step.failure} />;
  return null;
}

const choices = ['period-end', 'now'] as const satisfies readonly StopWhen[];

interface StopWhenFieldProps {
  readonly when: StopWhen;
  readonly onWhen: (when: StopWhen) => void;
}

/** At the end of what is paid, or at once. */
export function StopWhenField({ when, onWhen }: StopWhenFieldProps) {
  const text = useText();
  return (
    <Radio.Group
      label={text('supporters.stopWhen')}
      value={when}
      onChange={(value) => onWhen(value === 'now' ? 'now' : 'period-end')}
    >
      <Stack gap={8} mt={6}>
        {choices.map((choice) => (
          <Radio key={choice} value={choice} label={text(`supporters.stop.${choice}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface StopDialogProps {
  readonly monthly: Monthly;
  readonly onClose: () => void;
}

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
          <Quiet>{text('supporters.stopNote')}</Quiet>
          <StopTrouble step={step} unanswered={text('supporters.unanswered')} />
          <Group justify="flex-end">
            <PlainButton disabled={busy} onClick={onClose}>
              {text('supporters.stopKeep')}
            </PlainButton>
            <Button type="submit" color="red" loading={busy}>
              {text('supporters.stop')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
