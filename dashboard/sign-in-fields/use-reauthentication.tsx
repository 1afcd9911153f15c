import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useCallback, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { LinkCheck } from '../data/backend';
import { isWrongPassword, type Answer, type Failure } from '../data/failure';
import { useText } from '../messages/text';
import { useBackend, useOwner } from '../session/session';
import { Dialog } from '../dialog/dialog';
import { SignInFailure, linkEmail, useSignInAction } from './credentials';
import { PhoneForm, ProviderButtons } from './sign-in-methods';
import { PlainButton, Small } from '../theme/theme';

interface ReauthenticateByMailProps {
  readonly email: string;
  readonly onDone: () => void;
}

/** For owners without a password or with a forgotten one: the link signs in again, and this tab notices. */
function ReauthenticateByMail({ email, onDone }: ReauthenticateByMailProps) {
  const text = useText();
  const { pathname, search } = useLocation();
  const { state, go } = useSignInAction();
  const [sent, setSent] = useState<LinkCheck | null>(null);
  const send = async () => {
    const answer = await go('mail', (methods) => methods.sendLink(email, pathname + search));
    if (!answer.ok) return;
    linkEmail.keep(email);
    setSent(answer.value);
  };
  const check = async (link: LinkCheck) => {
    const answer = await go('opened', () => link.opened());
    if (answer.ok) onDone();
  };
  const busy = state.kind === 'busy' ? state.name : null;
  return (
    <Stack gap="xs">
      {sent && <Small role="status">{text('again.mailed', { email })}</Small>}
      {state.kind === 'failed' && <SignInFailure failure={state.failure} onAgain={() => void send()} />}
      <Group gap="xs">
        {sent && (
          <Button loading={busy === 'opened'} onClick={() => void check(sent)}>
            {text('again.opened')}
          </Button>
        )}
        <PlainButton loading={busy === 'mail'} onClick={() => void send()}>
          {text(sent ? 'again.mailAgain' : 'again.mail')}
        </PlainButton>
      </Group>
    </Stack>
  );
}

interface ReauthenticateDialogProps {
  readonly open: boolean;
  readonly onEnd: (confirmed: boolean) => void;
}

/** Sign in again, with any of the account's methods. */
function ReauthenticateDialog({ open, onEnd }: ReauthenticateDialogProps) {
  const text = useText();
  return (
    <Dialog open={open} onClose={() => onEnd(false)} title={text('again.title')}>
      <ReauthenticationMethods onDone={() => onEnd(true)} />
    </Dialog>
  );
}

function ReauthenticationMethods({ onDone }: { readonly onDone: () => void }) {
  const text = useText();
  const { auth } = useBackend();
  const { email, phoneNumber, providers } = useOwner();
  const has = (id: string) => providers.some(({ providerId }) => providerId === id);
  const others = providers
    .filter(({ providerId }) => providerId !== 'password' && providerId !== 'phone')
    .map(({ providerId }) => ({ id: providerId, name: null }));
  if (providers.length === 0) return <Small>{text('again.guest')}</Small>;
  return (
    <Stack gap="md">
      <Small>{text('again.text')}</Small>
      {has('password') && email && <ConfirmPassword email={email} onDone={onDone} />}
      {others.length > 0 && <ProviderButtons providers={others} purpose="confirm" onDone={onDone} />}
      {auth.methods.emailLink && email && <ReauthenticateByMail email={email} onDone={onDone} />}
      {has('phone') && phoneNumber && <PhoneForm purpose="confirm" phone={phoneNumber} onDone={onDone} />}
    </Stack>
  );
}

function ConfirmPassword({ email, onDone }: { readonly email: string; readonly onDone: () => void }) {
  const text = useText();
  const { state, go } = useSignInAction();
  const [password, setPassword] = useState('');
  const confirm = async () => {
    const answer = await go('password', (methods) => methods.withPassword(email, password, 'confirm'));
    if (answer.ok) onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void confirm();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          data-autofocus
          label={text('again.password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': text('signIn.showPassword') }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {state.kind === 'failed' && (
          <SignInFailure
            failure={state.failure}
            says={isWrongPassword(state.failure) ? text('account.wrongPassword') : undefined}
            onAgain={() => void confirm()}
          />
        )}
        <div>
          <Button type="submit" loading={state.kind === 'busy'}>
            {text('again.submit')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

const needsRecentSignIn = ({ code }: Failure): boolean =>
  code === 'auth/requires-recent-login' || code === 'api/recent-sign-in-required';

/** Runs the work. If the service needs a recent sign-in, asks for it and runs the work again. */
export type Run = <T>(work: () => Answer<T>) => Answer<T>;

interface Reauthentication {
  readonly run: Run;
  /** To be rendered beside the work. */
  readonly dialog: ReactNode;
  /** Instead of `dialog`, inside a dialog that is open already; null = nothing is asked. */
  readonly form: ReactNode;
  /** Ends the question without an answer. */
  readonly cancel: () => void;
}

export function useReauthentication(): Reauthentication {
  const [asking, setAsking] = useState(false);
  const answered = useRef<(confirmed: boolean) => void>(() => {});
  const close = (confirmed: boolean) => {
    setAsking(false);
    answered.current(confirmed);
  };
  const run = useCallback(async <T,>(work: () => Answer<T>): Answer<T> => {
    const answer = await work();
    if (answer.ok || !needsRecentSignIn(answer.problem)) return answer;
    const confirmed = await new Promise<boolean>((resolve) => {
      answered.current = resolve;
      setAsking(true);
    });
    return confirmed ? work() : answer;
  }, []);
  return {
    run,
    dialog: <ReauthenticateDialog open={asking} onEnd={close} />,
    form: asking ? <ReauthenticationMethods onDone={() => close(true)} /> : null,
    cancel: () => close(false),
  };
}
