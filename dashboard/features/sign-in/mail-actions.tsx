import { Button, Stack } from '@mantine/core';
import { useCallback, useEffect, useState, type FormEvent } from 'react';
import { fail } from '@busker/core/base/result';
import type { Answer, Failure } from '../../data/failure';
import { useBackend } from '../../session/session';
import type { MailActions, MailedRequest } from '../../data/backend';
import { useText } from '../../messages/text';
import { AuthLayout } from './auth-layout';
import { NewPasswordField, minPasswordLength, SignInFailure } from '../../sign-in-fields/credentials';
import { LinkButton } from '../../page/page';

export type MailActionState<T> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Loads the mail actions and runs one request. */
export function useMailAction<T = void>() {
  const { auth } = useBackend();
  const [state, setState] = useState<MailActionState<T>>({ kind: 'idle' });
  const run = useCallback(
    async (work: (actions: MailActions) => Answer<T>) => {
      setState({ kind: 'busy' });
      const actions = await auth.openMailActions().catch(() => null);
      const answer = actions ? await work(actions) : fail<Failure>({ code: 'auth/network-request-failed' });
      setState(
        answer.ok ? { kind: 'done', value: answer.value } : { kind: 'failed', failure: answer.problem },
      );
    },
    [auth],
  );
  return { state, run };
}

export function ToSignIn() {
  const text = useText();
  return <LinkButton to="/sign-in">{text('action.toSignIn')}</LinkButton>;
}

/** A person who is not signed in is asked to sign in on the way. */
export function ToApp({ next }: { readonly next: string }) {
  const text = useText();
  return <LinkButton to={next}>{text('action.toApp')}</LinkButton>;
}

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
        <LinkButton to="/reset-password" state={{ email: email ?? '' }}>
          {text('failure.reset')}
        </LinkButton>
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

/** Removes an authenticator app that somebody else has added. The sign-in service mails the link when an app is added. */
export function RevertApp({ code }: { readonly code: string }) {
  const text = useText();
  const { state, run } = useMailAction();
  const revert = () => void run((actions) => actions.use(code));
  if (state.kind === 'done')
    return (
      <AuthLayout
        title={text('action.title')}
        heading={text('action.revertHeading')}
        lead={<span role="status">{text('action.revertDone')}</span>}
      >
        <LinkButton to="/reset-password">{text('failure.reset')}</LinkButton>
      </AuthLayout>
    );
  return (
    <AuthLayout
      title={text('action.title')}
      heading={text('action.revertHeading')}
      lead={text('action.revertText')}
    >
      <Stack gap="md" align="flex-start">
        {state.kind === 'failed' && <SignInFailure failure={state.failure} onAgain={revert} />}
        <Button onClick={revert} loading={state.kind === 'busy'}>
          {text('action.revertSubmit')}
        </Button>
      </Stack>
    </AuthLayout>
  );
}
