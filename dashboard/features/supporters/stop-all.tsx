import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { StopWhen, StopAllAnswer } from '../../../core/api/monthly-api';
import { useText } from '../../messages/text';
import { useReauthentication } from '../../shared/reauthentication/use-reauthentication';
import { useBackend } from '../../data/session';
import { Panel } from '../../ui/panel';
import { useToast } from '../../ui/toast';
import { StopTrouble } from './stop-trouble';
import { StopWhenField } from './stop-when-field';
import { useStop } from './use-stop';

/** Stops every running monthly tip, after the owner has typed their handle. */
export function StopAll({ handle }: { readonly handle: string }) {
  const text = useText();
  const { money } = useBackend();
  const { notify } = useToast();
  const { run, dialog } = useReauthentication();
  const [when, setWhen] = useState<StopWhen>('period-end');
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const stopped = ({ count }: StopAllAnswer) => {
    setTyped('');
    notify(text('supporters.allDone', { count }));
  };
  const { step, stop } = useStop(() => run(() => money.stopAllMonthly(when, handle)), stopped);
  const busy = step.kind === 'busy';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (typed.trim().replace(/^@/, '') !== handle) return setWrong(true);
    void stop();
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
          <StopTrouble step={step} unanswered={text('supporters.allUnanswered')} />
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
