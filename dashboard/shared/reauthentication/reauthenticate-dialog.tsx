import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useText } from '../../messages/text';
import { Dialog } from '../../ui/dialog';
import { useBackend, useOwner } from '../../data/session';
import { PhoneForm } from '../sign-in/phone-form';
import { ProviderButtons } from '../sign-in/provider-buttons';
import { isWrongPassword } from '../../data/failure';
import { SignInFailure } from '../sign-in/sign-in-failure';
import { useSignInAction } from '../sign-in/use-sign-in-action';
import { ReauthenticateByMail } from './reauthenticate-by-mail';

interface ReauthenticateDialogProps {
  readonly open: boolean;
  readonly onEnd: (confirmed: boolean) => void;
}

/** Sign in again, with any of the account's methods. */
export function ReauthenticateDialog({ open, onEnd }: ReauthenticateDialogProps) {
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
  if (providers.length === 0) return <Text size="sm">{text('again.guest')}</Text>;
  return (
    <Stack gap="md">
      <Text size="sm">{text('again.text')}</Text>
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
