import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '../../data/failure';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';
import { useBackend } from '../../data/session';

type Step = 'idle' | 'busy' | 'sent';

/** An owner who forgot the current password can reset it without signing out. */
export function ForgottenPassword({ email }: { readonly email: string }) {
  const text = useText();
  const { auth } = useBackend();
  const [step, setStep] = useState<Step>('idle');
  const [failure, setFailure] = useState<Failure | null>(null);
  const send = async () => {
    setStep('busy');
    setFailure(null);
    const answer = await auth.sendPasswordReset(email);
    setStep(answer.ok ? 'sent' : 'idle');
    if (!answer.ok) setFailure(answer.problem);
  };
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        ms={-8}
        h="auto"
        mih={26}
        styles={{ label: { whiteSpace: 'normal', textAlign: 'start', overflow: 'visible' } }}
        loading={step === 'busy'}
        onClick={() => void send()}
      >
        {text('account.forgotten')}
      </Button>
      {step === 'sent' && (
        <Text size="sm" mt={6} role="status">
          {text('account.resetSent', { email })}
        </Text>
      )}
      {failure && <FailureAlert failure={failure} onRetry={() => void send()} />}
    </div>
  );
}
