import { Alert, Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useText } from '../../messages/text';
import { useBackend } from '../../use-backend';
import { useSession } from '../../use-session';
import { AuthLayout } from './auth-layout';
import { MoreWays } from './more-ways';
import { SignInFailure } from './sign-in-failure';
import { typedEmail } from './typed-email';
import { useCredentialForm } from './use-credential-form';

export function SignInScreen() {
  const text = useText();
  const { auth } = useBackend();
  const session = useSession();
  const location = useLocation();
  const { search } = location;
  const form = useCredentialForm('sign-in', typedEmail(location), ({ email, password }) =>
    auth.signIn(email, password),
  );
  const reason = session.kind === 'signed-out' && session.reason !== 'left' ? session.reason : null;
  // From signing in elsewhere, until something is tried here.
  const brought = session.kind === 'signed-out' ? session.failure : undefined;
  const failure = form.failure ?? brought;
  const carried = { email: form.values.email };

  return (
    <AuthLayout
      title={text('signIn.title')}
      heading={text('signIn.heading')}
      lead={text('signIn.lead')}
      foot={
        <>
          {text('signIn.newHere')}{' '}
          <Anchor component={Link} to={`/create-account${search}`} state={carried} inherit fw={550}>
            {text('signIn.toCreate')}
          </Anchor>
        </>
      }
    >
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          {reason && !failure && (
            <Alert color="yellow" role="status">
              {text(`signIn.left.${reason}`)}
            </Alert>
          )}
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
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': text('signIn.showPassword') }}
              error={form.errors.password}
              {...form.register('password')}
            />
            <Group justify="flex-end" mt={7}>
              <Anchor component={Link} to={`/reset-password${search}`} state={carried} size="sm">
                {text('signIn.forgot')}
              </Anchor>
            </Group>
          </div>
          {failure && <SignInFailure failure={failure} email={form.values.email} onAgain={form.again} />}
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            {text('signIn.submit')}
          </Button>
        </Stack>
      </form>
      <MoreWays email={form.values.email} />
    </AuthLayout>
  );
}
