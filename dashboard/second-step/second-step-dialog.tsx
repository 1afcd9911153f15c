import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { unreachable } from '@busker/core/base/result';
import type { SecondStep } from '../data/backend';
import type { Failure } from '../data/failure';
import { useText } from '../messages/text';
import { useBackend } from '../session/session';
import { Dialog } from '../dialog/dialog';
import { FailureAlert } from '../feedback/failure-alert';
import { useAsk } from '../form/ask-form';
import { PlainButton, Small, SmallButton } from '../theme/theme';

/** People type codes with the space that apps show in the middle. */
export const plainCode = (typed: string): string => typed.replace(/\D/g, '');

interface AppCodeFieldProps {
  readonly code: string;
  readonly onCode: (code: string) => void;
  /** Another code has all its digits: the field's form checks it without a press, as the hint says. */
  readonly onFull: (code: string) => void;
  readonly isWrong: boolean;
  /** The dialog begins at this field. */
  readonly isFirst?: boolean;
}

const codeLength = 6;

export function AppCodeField({ code, onCode, onFull, isWrong, isFirst = false }: AppCodeFieldProps) {
  const text = useText();
  const type = (typed: string) => {
    onCode(typed);
    const digits = plainCode(typed);
    if (digits.length === codeLength && digits !== plainCode(code)) onFull(digits);
  };
  return (
    <TextInput
      {...(isFirst ? { 'data-autofocus': true } : {})}
      label={text('twoStep.code')}
      description={text('twoStep.codeHint')}
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      error={isWrong && text('twoStep.codeWrong')}
      value={code}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

const over: readonly string[] = ['auth/invalid-multi-factor-session', 'api/second-step-over'];

function StepFailure({ step, failure }: { readonly step: SecondStep; readonly failure: Failure }) {
  const text = useText();
  return (
    <FailureAlert failure={failure}>
      {over.includes(failure.code) && <SmallButton onClick={step.cancel}>{text('step.again')}</SmallButton>}
    </FailureAlert>
  );
}

interface AppCodeFormProps {
  readonly step: SecondStep;
  readonly onLost: () => void;
}

export function AppCodeForm({ step, onLost }: AppCodeFormProps) {
  const text = useText();
  const [app, setApp] = useState(step.apps[0]?.id ?? '');
  const [code, setCode] = useState('');
  const { busy, failure, ask } = useAsk();
  const isWrong = failure?.code === 'auth/invalid-verification-code';

  const check = async (digits: string) => {
    if (busy) return;
    await ask(() => step.answer(app, digits));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void check(plainCode(code));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {step.apps.length > 1 && (
          <NativeSelect
            label={text('step.which')}
            value={app}
            onChange={(event) => setApp(event.currentTarget.value)}
            data={step.apps.map(({ id, name }) => ({
              value: id,
              label: name || text('twoStep.unnamed'),
            }))}
          />
        )}
        <AppCodeField
          code={code}
          onCode={setCode}
          onFull={(digits) => void check(digits)}
          isWrong={isWrong}
          isFirst
        />
        {failure && !isWrong && <StepFailure step={step} failure={failure} />}
        <Group gap="xs">
          <Button type="submit" loading={busy}>
            {text('step.submit')}
          </Button>
          <PlainButton onClick={step.cancel}>{text('step.cancel')}</PlainButton>
        </Group>
        <div>
          <Button variant="subtle" size="compact-sm" onClick={onLost}>
            {text('step.lost')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

interface RecoveryFormProps {
  readonly step: SecondStep;
  readonly onBack: () => void;
  readonly onRecovered: () => void;
}

/** Switches the second step off with a recovery code. */
export function RecoveryForm({ step, onBack, onRecovered }: RecoveryFormProps) {
  const text = useText();
  const { api } = useBackend();
  const [code, setCode] = useState('');
  const { busy, failure, ask } = useAsk();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || code.trim() === '') return;
    const answer = await ask(() => api.recover(step.proof, code.trim()));
    if (answer.ok) onRecovered();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Small>{text('step.recoveryText')}</Small>
        <TextInput
          data-autofocus
          label={text('step.recoveryCode')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        {failure && <StepFailure step={step} failure={failure} />}
        <Group gap="xs">
          <Button type="submit" loading={busy}>
            {text('step.recover')}
          </Button>
          <PlainButton onClick={onBack}>{text('step.back')}</PlainButton>
        </Group>
      </Stack>
    </form>
  );
}

type Way = 'app' | 'recovery' | 'off';

/** The second step of a sign-in: the code of the app, or a recovery code. Closing it ends the sign-in. */
export function SecondStepDialog({ step }: { readonly step: SecondStep }) {
  const text = useText();
  const [way, setWay] = useState<Way>('app');
  const title = { app: text('step.title'), recovery: text('step.recoveryTitle'), off: text('step.off') }[way];
  const body = () => {
    switch (way) {
      case 'app':
        return <AppCodeForm step={step} onLost={() => setWay('recovery')} />;
      case 'recovery':
        return <RecoveryForm step={step} onBack={() => setWay('app')} onRecovered={() => setWay('off')} />;
      case 'off':
        return (
          <Stack gap="md" align="flex-start">
            <Small role="status">{text('step.offText')}</Small>
            {/* A press, so that a browser lets the sign-in window of a provider open. */}
            <Button data-autofocus onClick={step.repeat}>
              {text('step.goOn')}
            </Button>
          </Stack>
        );
      default:
        return unreachable(way);
    }
  };
  return (
    <Dialog open onClose={way === 'off' ? step.repeat : step.cancel} title={title}>
      {body()}
    </Dialog>
  );
}
