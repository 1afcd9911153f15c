import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { unreachable } from '../../../core/base/result';
import { useText } from '../../messages/text';
import { Dialog } from '../../ui/dialog';
import type { SecondStep } from '../../data/second-factors';
import { AppCodeForm } from './app-code-form';
import { RecoveryForm } from './recovery-form';

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
            <Text size="sm" role="status">
              {text('step.offText')}
            </Text>
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
