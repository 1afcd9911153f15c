import { Button, Stack } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import type { MailedRequest } from '../../data/sign-in-methods';
import { useText } from '../../messages/text';
import { AuthLayout } from '../../shared/sign-in/auth-layout';
import { NewPasswordField } from '../../shared/sign-in/password-field';
import { minPasswordLength } from '../../shared/sign-in/password-strength';
import { SignInFailure } from '../../shared/sign-in/sign-in-failure';
import { useMailAction } from './use-mail-action';
import { ToSignIn } from './continue-links';

export function ResetPassword({ code }: { readonly code: string }) {
  const text = useText();
  const { state: asked, run: look } = useMailAction<MailedRequest>();
  const { state, run } = useMailAction();
  const [password, setPassword] = useState('');
  const [short, setShort] = useState(false);
  useEffect(() => void look((actions) => actions.look(code)), [look, code]);
  const email = asked.kind === 'done' ? (asked.value.email ?? '') : '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password.length < minPasswordLength) return setShort(true);
    void run((actions) => actions.setPassword(code, password));
  };

  if (state.kind === 'done') {
    return (
      <AuthLayout
        title={text('reset.title')}
        heading={text('action.passwordSaved')}
        lead={<span role="status">{text('action.passwordSavedText')}</span>}
      >
        <ToSignIn />
      </AuthLayout>
    );
  }
  if (asked.kind === 'failed') {
    return (
      <AuthLayout title={text('reset.title')} heading={text('action.brokenHeading')} lead="">
        <SignInFailure failure={asked.failure} onAgain={() => void look((actions) => actions.look(code))} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={text('reset.title')}
      heading={text('action.resetHeading')}
      lead={email ? text('action.resetLead', { email }) : ''}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {/* Password managers keep the new password for this address. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <NewPasswordField
            label={text('action.newPassword')}
            password={password}
            email={email}
            error={short && text('create.passwordShort')}
            value={password}
            onChange={(event) => {
              setShort(false);
              setPassword(event.currentTarget.value);
            }}
          />
          {state.kind === 'failed' && <SignInFailure failure={state.failure} />}
          <Button type="submit" size="md" fullWidth loading={state.kind === 'busy'}>
            {text('action.savePassword')}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}
