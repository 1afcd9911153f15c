import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useText } from '../../messages/text';
import type { LinkCheck } from '../../data/sign-in-methods';
import { rememberLinkEmail } from '../sign-in/link-email';
import { SignInFailure } from '../sign-in/sign-in-failure';
import { useSignInAction } from '../sign-in/use-sign-in-action';

interface ReauthenticateByMailProps {
  readonly email: string;
  readonly onDone: () => void;
}

/** For owners without a password or with a forgotten one: the link signs in again, and this tab notices. */
export function ReauthenticateByMail({ email, onDone }: ReauthenticateByMailProps) {
  const text = useText();
  const { pathname, search } = useLocation();
  const { state, go } = useSignInAction();
  const [sent, setSent] = useState<LinkCheck | null>(null);
  const send = async () => {
    const answer = await go('mail', (methods) => methods.sendLink(email, pathname + search));
    if (!answer.ok) return;
    rememberLinkEmail(email);
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
