import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { useText } from '../../messages/text';
import { useBackend } from '../../use-backend';
import { AuthLayout } from './auth-layout';
import { MoreWays } from './more-ways';
import { SignInFailure } from './sign-in-failure';
import { StrengthMeter } from './strength-meter';
import { typedEmail } from './typed-email';
import { useCredentialForm } from './use-credential-form';

export function CreateAccountScreen() {
  const text = useText();
  const { auth } = useBackend();
  const location = useLocation();
  const { search } = location;
  const meterId = useId();
  const form = useCredentialForm('create', typedEmail(location), ({ email, password }) =>
    auth.createAccount(email, password),
  );
  const carried = { email: form.values.email };

  return (
    <AuthLayout
      title={text('create.title')}
      heading={text('create.heading')}
      lead={text('create.lead')}
      foot={
        <>
          {text('create.haveOne')}{' '}
          <Anchor component={Link} to={`/sign-in${search}`} state={carried} inherit fw={550}>
            {text('create.toSignIn')}
          </Anchor>
        </>
      }
    >
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={text('signIn.email')}
            placeholder={text('signIn.emailPlaceholder')}
            type="email"
            autoComplete="username"
            inputMode="email"
            error={form.errors.email}
            {...form.register('email')}
          />
          <div>
            <PasswordInput
              label={text('signIn.password')}
              autoComplete="new-password"
              aria-describedby={meterId}
              visibilityToggleButtonProps={{ 'aria-label': text('signIn.showPassword') }}
              error={form.errors.password}
              {...form.register('password')}
            />
            <StrengthMeter id={meterId} password={form.values.password} email={form.values.email} />
          </div>
          {form.failure && (
            <SignInFailure failure={form.failure} email={form.values.email} onAgain={form.again} />
          )}
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            {text('create.submit')}
          </Button>
        </Stack>
      </form>
      <MoreWays email={form.values.email} />
    </AuthLayout>
  );
}
