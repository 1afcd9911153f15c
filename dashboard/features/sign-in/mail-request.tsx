import { valibotResolver } from '@hookform/resolvers/valibot';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import type { Answer, Failure } from '../../data/failure';
import { useText } from '../../messages/text';
import { AuthLayout } from '../../shared/sign-in/auth-layout';
import { isFieldMessage, resetFields } from './credential-fields';
import { EmailField } from '../../shared/sign-in/email-field';
import { BackToSignIn } from './sign-in-links';
import { SignInFailure } from '../../shared/sign-in/sign-in-failure';
import { typedEmail } from './typed-email';

type Step =
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'sent'; readonly email: string };

interface MailRequestProps {
  /** The purpose of the email: the prefix of its text ids. */
  readonly purpose: 'reset' | 'link';
  readonly send: (email: string) => Answer<unknown>;
}

/** Asks for an email and gives the same answer whether it has an account or not. */
export function MailRequest({ purpose, send }: MailRequestProps) {
  const text = useText();
  const [step, setStep] = useState<Step>({ kind: 'asking' });
  const form = useForm({
    defaultValues: { email: typedEmail(useLocation()) },
    resolver: valibotResolver(resetFields),
  });
  const message = form.formState.errors.email?.message;
  const submit = form.handleSubmit(async ({ email }) => {
    setStep({ kind: 'asking' });
    const answer = await send(email);
    setStep(answer.ok ? { kind: 'sent', email } : { kind: 'failed', failure: answer.problem });
  });

  if (step.kind === 'sent') {
    return (
      <AuthLayout
        title={text(`${purpose}.title`)}
        heading={text(`${purpose}.sentHeading`)}
        lead={<span role="status">{text(`${purpose}.sent`, { email: step.email })}</span>}
        foot={<BackToSignIn />}
      >
        <Button variant="default" onClick={() => setStep({ kind: 'asking' })}>
          {text(`${purpose}.again`)}
        </Button>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={text(`${purpose}.title`)}
      heading={text(`${purpose}.heading`)}
      lead={text(`${purpose}.lead`)}
      foot={<BackToSignIn />}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <EmailField error={isFieldMessage(message) ? text(message) : message} {...form.register('email')} />
          {step.kind === 'failed' && <SignInFailure failure={step.failure} onAgain={() => void submit()} />}
          <Button type="submit" size="md" fullWidth loading={form.formState.isSubmitting}>
            {text(`${purpose}.submit`)}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}
