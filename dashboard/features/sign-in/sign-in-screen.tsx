import { Alert, Button, Group, Stack } from '@mantine/core';
import { useLocation } from 'react-router';
import { useText } from '../../messages/text';
import { useBackend, useSession } from '../../data/session';
import { AuthLayout } from '../../shared/sign-in/auth-layout';
import { EmailField } from '../../shared/sign-in/email-field';
import { MoreSignInMethods } from './more-sign-in-methods';
import { SignInScreenLink } from './sign-in-links';
import { PasswordField } from '../../shared/sign-in/password-field';
import { DeletionNews, useDeletionNews } from '../../shared/leaving/deletion-news';
import { SignInFailure } from '../../shared/sign-in/sign-in-failure';
import { typedEmail } from './typed-email';
import { useCredentialForm } from './use-credential-form';

export function SignInScreen() {
  const text = useText();
  const { auth } = useBackend();
  const session = useSession();
  const news = useDeletionNews();
  const form = useCredentialForm('sign-in', typedEmail(useLocation()), ({ email, password }) =>
    auth.signIn(email, password),
  );
  const { email } = form.values;
  const reason = session.kind === 'signed-out' && session.reason !== 'left' ? session.reason : null;
  // The failure of a redirect sign-in, shown until the next attempt.
  const brought = session.kind === 'signed-out' ? session.failure : undefined;
  const failure = form.failure ?? brought;

  return (
    <AuthLayout
      title={text('signIn.title')}
      heading={text('signIn.heading')}
      lead={text('signIn.lead')}
      foot={
        <>
          {text('signIn.newHere')}{' '}
          <SignInScreenLink to="/create-account" label={text('signIn.toCreate')} email={email} />
        </>
      }
    >
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          {news && <DeletionNews news={news} />}
          {reason && !news && !failure && (
            <Alert color="yellow" role="status">
              {text(`signIn.left.${reason}`)}
            </Alert>
          )}
          <EmailField error={form.errors.email} {...form.register('email')} />
          <div>
            <PasswordField
              autoComplete="current-password"
              error={form.errors.password}
              {...form.register('password')}
            />
            <Group justify="flex-end" mt={7}>
              <SignInScreenLink to="/reset-password" label={text('signIn.forgot')} email={email} small />
            </Group>
          </div>
          {failure && <SignInFailure failure={failure} email={email} onAgain={form.again} />}
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            {text('signIn.submit')}
          </Button>
        </Stack>
      </form>
      <MoreSignInMethods email={email} />
    </AuthLayout>
  );
}
