import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { StopWhen } from '../../../core/api/monthly-api';
import { useText } from '../../messages/text';
import type { Failure } from '../../shared/failure';
import { useReauthentication } from '../../shared/reauthentication/use-reauthentication';
import { isSilence } from '../../shared/silence';
import { useBackend } from '../../shared/use-backend';
import { FailureAlert, Trouble } from '../../ui/failure-alert';
import { Panel } from '../../ui/panel';
import { useToast } from '../../ui/toast';
import { StopWhenField } from './stop-when-field';

type Step =
  | { readonly kind: 'asking'; readonly failure: Failure | null }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unanswered' };

/** Stops every running monthly tip, after the owner has typed their handle. */
export function StopAll({ handle }: { readonly handle: string }) {
  const text = useText();
  const { money } = useBackend();
  const { notify } = useToast();
  const { run, dialog } = useReauthentication();
  const [when, setWhen] = useState<StopWhen>('period-end');
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const [step, setStep] = useState<Step>({ kind: 'asking', failure: null });
  const busy = step.kind === 'busy';
  const stopAll = async () => {
    setStep({ kind: 'busy' });
    const answer = await run(() => money.stopAllMonthly(when, handle));
    if (answer.ok) {
      setTyped('');
      notify(text('supporters.allDone', { count: answer.value.count }));
      return setStep({ kind: 'asking', failure: null });
    }
    setStep(isSilence(answer.problem) ? { kind: 'unanswered' } : { kind: 'asking', failure: answer.problem });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (typed.trim().replace(/^@/, '') !== handle) return setWrong(true);
    void stopAll();
  };
  return (
    <Panel id="stop" heading={text('supporters.all')}>
      <form onSubmit={submit}>
        <Stack gap="md" maw={420}>
          <Text size="sm">{text('supporters.allText')}</Text>
          <StopWhenField when={when} onWhen={setWhen} />
          <TextInput
            label={text('supporters.allType', { word: handle })}
            autoComplete="off"
            spellCheck={false}
            error={wrong && text('supporters.allWrong', { word: handle })}
            value={typed}
            onChange={(event) => {
              setWrong(false);
              setTyped(event.currentTarget.value);
            }}
          />
          {step.kind === 'unanswered' && <Trouble says={text('supporters.unanswered')} />}
          {step.kind === 'asking' && step.failure && <FailureAlert failure={step.failure} />}
          <Group>
            <Button type="submit" color="red" loading={busy}>
              {text('supporters.allSubmit')}
            </Button>
          </Group>
        </Stack>
      </form>
      {dialog}
    </Panel>
  );
}
