import { valibotResolver } from '@hookform/resolvers/valibot';
import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { useText } from '../../messages/text';
import { AuthLayout } from './auth-layout';
import { rememberAwaited } from './awaited-link';
import { isFieldMessage, resetFields } from './credential-fields';
import { nextAddress } from './next-address';
import { SignInFailure } from './sign-in-failure';
import { typedEmail } from './typed-email';
import { useWay } from './use-way';

/** Asks where the link shall go, and says the same whether the address has an account or not: the link makes one. */
export function EmailLinkScreen() {
  const text = useText();
  const location = useLocation();
  const { state, go } = useWay();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    defaultValues: { email: typedEmail(location) },
    resolver: valibotResolver(resetFields),
  });
  const message = form.formState.errors.email?.message;
  const send = form.handleSubmit(async ({ email }) => {
    const next = nextAddress(location.search, window.location.origin);
    const answer = await go('send', (ways) => ways.sendLink(email, next));
    if (!answer.ok) return;
    rememberAwaited(email);
    setSentTo(email);
  });
  const back = (
    <Anchor component={Link} to={`/sign-in${location.search}`} inherit fw={550}>
      {text('reset.back')}
    </Anchor>
  );

  if (sentTo !== null) {
    return (
      <AuthLayout
        title={text('link.title')}
        heading={text('link.sentHeading')}
        lead={<span role="status">{text('link.sent', { email: sentTo })}</span>}
        foot={back}
      >
        <Button variant="default" onClick={() => setSentTo(null)}>
          {text('link.again')}
        </Button>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={text('link.title')}
      heading={text('link.heading')}
      lead={text('link.lead')}
      foot={back}
    >
      <form onSubmit={(event) => void send(event)} noValidate>
        <Stack gap="md">
          <TextInput
            label={text('signIn.email')}
            placeholder={text('signIn.emailPlaceholder')}
            type="email"
            autoComplete="username"
            inputMode="email"
            error={isFieldMessage(message) ? text(message) : message}
            {...form.register('email')}
          />
          {state.kind === 'failed' && <SignInFailure failure={state.failure} onAgain={() => void send()} />}
          <Button type="submit" size="md" fullWidth loading={state.kind === 'busy'}>
            {text('link.submit')}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}
