import { Button, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { MailedRequest } from '../../data/sign-in-methods';
import { useText } from '../../messages/text';
import { AuthLayout } from '../../shared/sign-in/auth-layout';
import { SignInFailure } from '../../shared/sign-in/sign-in-failure';
import { useMailAction } from './use-mail-action';

/** Undoes an email change after showing the old email. */
export function RecoverAddress({ code }: { readonly code: string }) {
  const text = useText();
  const { state: asked, run: look } = useMailAction<MailedRequest>();
  const { state, run } = useMailAction();
  useEffect(() => void look((actions) => actions.look(code)), [look, code]);
  const recover = () => void run((actions) => actions.use(code));
  const email = asked.kind === 'done' ? asked.value.email : null;

  if (state.kind === 'done') {
    return (
      <AuthLayout
        title={text('action.title')}
        heading={text('action.recovered')}
        lead={<span role="status">{text('action.recoveredText')}</span>}
      >
        <Button component={Link} to="/reset-password" state={{ email: email ?? '' }}>
          {text('failure.reset')}
        </Button>
      </AuthLayout>
    );
  }
  const failure = state.kind === 'failed' ? state.failure : asked.kind === 'failed' ? asked.failure : null;
  return (
    <AuthLayout
      title={text('action.title')}
      heading={text('action.recoverHeading')}
      lead={email ? text('action.recoverText', { email }) : text('action.recoverTextShort')}
    >
      <Stack gap="md" align="flex-start">
        {failure && <SignInFailure failure={failure} onAgain={recover} />}
        {asked.kind === 'done' && (
          <Button onClick={recover} loading={state.kind === 'busy'}>
            {text('action.recover')}
          </Button>
        )}
      </Stack>
    </AuthLayout>
  );
}
