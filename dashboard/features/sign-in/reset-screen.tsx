import { valibotResolver } from '@hookform/resolvers/valibot';
import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import type { Failure } from '../../failure';
import { useText } from '../../messages/text';
import { useBackend } from '../../use-backend';
import { AuthLayout } from './auth-layout';
import { isFieldMessage, resetFields } from './credential-fields';
import { SignInFailure } from './sign-in-failure';
import { typedEmail } from './typed-email';

type Step =
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'sent'; readonly email: string };

/** Says the same whether the address has an account or not. */
export function ResetScreen() {
  const text = useText();
  const { auth } = useBackend();
  const location = useLocation();
  const { search } = location;
  const [step, setStep] = useState<Step>({ kind: 'asking' });
  const form = useForm({
    defaultValues: { email: typedEmail(location) },
    resolver: valibotResolver(resetFields),
  });
  const message = form.formState.errors.email?.message;

  const send = form.handleSubmit(async ({ email }) => {
    setStep({ kind: 'asking' });
    const answer = await auth.sendPasswordReset(email);
    setStep(answer.ok ? { kind: 'sent', email } : { kind: 'failed', failure: answer.problem });
  });
  const back = (
    <Anchor component={Link} to={`/sign-in${search}`} inherit fw={550}>
      {text('reset.back')}
    </Anchor>
  );

  if (step.kind === 'sent') {
    return (
      <AuthLayout
        title={text('reset.title')}
        heading={text('reset.sentHeading')}
        lead={<span role="status">{text('reset.sent', { email: step.email })}</span>}
        foot={back}
      >
        <Button variant="default" onClick={() => setStep({ kind: 'asking' })}>
          {text('reset.again')}
        </Button>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={text('reset.title')}
      heading={text('reset.heading')}
      lead={text('reset.lead')}
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
          {step.kind === 'failed' && <SignInFailure failure={step.failure} onAgain={() => void send()} />}
          <Button type="submit" size="md" fullWidth loading={form.formState.isSubmitting}>
            {text('reset.submit')}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}
