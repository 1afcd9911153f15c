import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useText } from '../../messages/text';
import type { LinkCheck } from '../../shared/sign-in-methods';
import { rememberAwaited } from '../sign-in/awaited-link';
import { SignInFailure } from '../sign-in/sign-in-failure';
import { useWay } from '../sign-in/use-way';

interface ConfirmByMailProps {
  readonly email: string;
  readonly onDone: () => void;
}

/** For who never had a password, or forgot it: the link signs in anew, and this tab hears of it. */
export function ConfirmByMail({ email, onDone }: ConfirmByMailProps) {
  const text = useText();
  const { pathname, search } = useLocation();
  const { state, go } = useWay();
  const [sent, setSent] = useState<LinkCheck | null>(null);
  const send = async () => {
    const answer = await go('mail', (ways) => ways.sendLink(email, pathname + search));
    if (!answer.ok) return;
    rememberAwaited(email);
    setSent(answer.value);
  };
  const check = async (link: LinkCheck) => {
    const answer = await go('opened', () => link.opened());
    if (answer.ok) onDone();
  };
  const busy = state.kind === 'busy' ? state.name : null;
  return (
    <Stack gap="xs">
      {sent && (
        <Text size="sm" role="status">
          {text('again.mailed', { email })}
        </Text>
      )}
      {state.kind === 'failed' && <SignInFailure failure={state.failure} onAgain={() => void send()} />}
      <Group gap="xs">
        {sent && (
          <Button loading={busy === 'opened'} onClick={() => void check(sent)}>
            {text('again.opened')}
          </Button>
        )}
        <Button variant="default" loading={busy === 'mail'} onClick={() => void send()}>
          {text(sent ? 'again.mailAgain' : 'again.mail')}
        </Button>
      </Group>
    </Stack>
  );
}
