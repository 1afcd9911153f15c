import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { ok } from '../../../core/base/result';
import { useText } from '../../messages/text';
import { useBackend } from '../../data/session';
import { AuthLayout } from '../../shared/sign-in/auth-layout';
import { EmailField } from '../../shared/sign-in/email-field';
import { MoreSignInMethods } from './more-sign-in-methods';
import { BackToSignIn, SignInScreenLink } from './sign-in-links';
import { NewPasswordField } from '../../shared/sign-in/password-field';
import { SignInFailure } from '../../shared/sign-in/sign-in-failure';
import { typedEmail } from './typed-email';
import { useCredentialForm } from './use-credential-form';

export function CreateAccountScreen() {
  const text = useText();
  const { auth } = useBackend();
  const [mailed, setMailed] = useState(false);
  const form = useCredentialForm('create', typedEmail(useLocation()), async ({ email, password }) => {
    const answer = await auth.createAccount(email, password);
    if (answer.ok) setMailed(answer.value === 'mailed');
    return answer.ok ? ok(undefined) : answer;
  });
  const { email, password } = form.values;
  // The words say what to do, not whether the address has an account (docs/security.md).
  if (mailed)
    return (
      <AuthLayout
        title={text('create.title')}
        heading={text('reset.sentHeading')}
        lead={<span role="status">{text('create.mailed', { email })}</span>}
        foot={<BackToSignIn />}
      >
        <Button variant="default" onClick={() => setMailed(false)}>
          {text('reset.again')}
        </Button>
      </AuthLayout>
    );

  return (
    <AuthLayout
      title={text('create.title')}
      heading={text('create.heading')}
      lead={text('create.lead')}
      foot={
        <>
          {text('create.haveOne')}{' '}
          <SignInScreenLink to="/sign-in" label={text('create.toSignIn')} email={email} />
        </>
      }
    >
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          <EmailField error={form.errors.email} {...form.register('email')} />
          <NewPasswordField
            password={password}
            email={email}
            error={form.errors.password}
            {...form.register('password')}
          />
          {form.failure && <SignInFailure failure={form.failure} email={email} onAgain={form.again} />}
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            {text('create.submit')}
          </Button>
        </Stack>
      </form>
      <MoreSignInMethods email={email} />
    </AuthLayout>
  );
}
