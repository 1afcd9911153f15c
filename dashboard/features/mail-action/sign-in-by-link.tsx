import { Button, Stack } from '@mantine/core';
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../messages/text';
import { AuthLayout } from '../../shared/sign-in/auth-layout';
import { rememberedLinkEmail, forgetLinkEmail } from '../../shared/sign-in/link-email';
import { EmailField } from '../../shared/sign-in/email-field';
import { SignInFailure } from '../../shared/sign-in/sign-in-failure';
import { useSignInAction } from '../../shared/sign-in/use-sign-in-action';

interface SignInByLinkProps {
  readonly href: string;
  readonly next: string;
}

/** Signs in at once on the device that requested the link. Elsewhere the owner must type their email, so that a stolen email is not enough. */
export function SignInByLink({ href, next }: SignInByLinkProps) {
  const text = useText();
  const navigate = useNavigate();
  const { state, go } = useSignInAction();
  const [email, setEmail] = useState(() => rememberedLinkEmail() ?? '');
  const [asks, setAsks] = useState(() => rememberedLinkEmail() === null);
  const started = useRef(false);

  const follow = useCallback(
    async (address: string) => {
      const answer = await go('follow', (methods) => methods.followLink(address, href));
      if (!answer.ok) return setAsks(true);
      forgetLinkEmail();
      void navigate(next, { replace: true });
    },
    [go, href, next, navigate],
  );
  useEffect(() => {
    const known = rememberedLinkEmail();
    if (started.current || known === null) return;
    started.current = true;
    void follow(known);
  }, [follow]);

  const isOther = state.kind === 'failed' && state.failure.code === 'auth/invalid-email';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void follow(email.trim());
  };
  if (!asks) {
    return (
      <AuthLayout title={text('link.title')} heading={text('action.working')} lead="">
        {null}
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={text('link.title')}
      heading={text('action.signInHeading')}
      lead={text('action.signInLead')}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <EmailField
            error={isOther && text('action.wrongAddress')}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          {state.kind === 'failed' && !isOther && (
            <SignInFailure failure={state.failure} email={email} onAgain={() => void follow(email.trim())} />
          )}
          <Button type="submit" size="md" fullWidth loading={state.kind === 'busy'}>
            {text('action.signIn')}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}
