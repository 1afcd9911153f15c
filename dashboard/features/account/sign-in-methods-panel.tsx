import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { readEmailAddress } from '@busker/core/text/addresses';
import type { OwnerUser } from '../../data/backend';
import type { Answer } from '../../data/failure';
import { useBackend } from '../../session/session';
import { useText } from '../../messages/text';
import { useReauthentication } from '../../sign-in-fields/use-reauthentication';
import { methodName, PhoneForm, ProviderButtons } from '../../sign-in-fields/sign-in-methods';
import {
  NewPasswordField,
  SignInFailure,
  notAnEmail,
  useSignInAction,
} from '../../sign-in-fields/credentials';
import { Dialog } from '../../dialog/dialog';
import { Panel } from '../../panel/panel';
import { useToast } from '../../feedback/toast';
import { PlainButton, Small, SmallButton } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';
import styles from './account.module.css';

interface AddPasswordProps {
  /** The account's email; empty when it has none. */
  readonly email: string;
  readonly run: <T>(work: () => Answer<T>) => Answer<T>;
  readonly onDone: () => void;
}

function AddPassword({ email: known, run, onDone }: AddPasswordProps) {
  const text = useText();
  const { state, go } = useSignInAction();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  // The account's own address may be from before today's rule.
  const address = known === '' ? readEmailAddress(email) : known;
  const isWrong = state.kind === 'failed' && state.failure.code === 'auth/invalid-email';
  const add = async () => {
    const answer = await run(() =>
      go('password', (methods) =>
        address === null ? notAnEmail() : methods.withPassword(address, password, 'link'),
      ),
    );
    if (answer.ok) onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void add();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label={text('signIn.email')}
        type="email"
        autoComplete="username"
        required
        withAsterisk={false}
        readOnly={known !== ''}
        value={email}
        error={isWrong ? text('signIn.emailWrong') : undefined}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <NewPasswordField
        password={password}
        email={email}
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {state.kind === 'failed' && !isWrong && <SignInFailure failure={state.failure} email={email} />}
      <div>
        <Button type="submit" loading={state.kind === 'busy'}>
          {text('signInMethods.save')}
        </Button>
      </div>
    </form>
  );
}

/** The account's sign-in methods. A guest becomes an owner by adding the first one and keeps everything. */
export function WaysPanel({ user }: { readonly user: OwnerUser }) {
  const text = useText();
  const { auth } = useBackend();
  const { notify } = useToast();
  const { state, go } = useSignInAction();
  const { run, dialog } = useReauthentication();
  const [adding, setAdding] = useState<'password' | 'phone' | null>(null);
  const has = (id: string) => user.providers.some(({ providerId }) => providerId === id);
  const name = (id: string) => methodName(id, auth.methods, text);
  const missing = auth.methods.providers.filter(({ id }) => !has(id));
  const isLast = user.providers.length === 1;

  const added = (id: string) => {
    setAdding(null);
    notify(text('signInMethods.added', { name: name(id) }));
  };
  const remove = async (id: string) => {
    const answer = await run(() => go(id, (methods) => methods.unlink(id)));
    if (answer.ok) notify(text('signInMethods.removed', { name: name(id) }));
  };

  return (
    <Panel id="sign-in-methods" heading={text('signInMethods.heading')} lead={text('signInMethods.note')}>
      <ul className={styles.methods}>
        {user.providers.map(({ providerId, email, phoneNumber }) => (
          <li key={providerId}>
            <div>
              <Text fw={550}>{name(providerId)}</Text>
              <Small>{phoneNumber ?? email}</Small>
              {isLast && <Quiet>{text('signInMethods.last')}</Quiet>}
            </div>
            {!isLast && (
              <SmallButton
                aria-label={text('signInMethods.remove', { name: name(providerId) })}
                loading={state.kind === 'busy' && state.name === providerId}
                onClick={() => void remove(providerId)}
              >
                {text('links.remove')}
              </SmallButton>
            )}
          </li>
        ))}
      </ul>
      {state.kind === 'failed' && <SignInFailure failure={state.failure} />}
      <Text fw={550} mt="md" mb="xs">
        {text('signInMethods.add')}
      </Text>
      <div className={styles.form}>
        {missing.length > 0 && <ProviderButtons providers={missing} purpose="link" onDone={added} />}
        <Group gap="xs">
          {!has('password') && (
            <PlainButton onClick={() => setAdding('password')}>
              {text('signInMethods.addPassword')}
            </PlainButton>
          )}
          {auth.methods.phone && !has('phone') && (
            <PlainButton onClick={() => setAdding('phone')}>{text('signInMethods.addPhone')}</PlainButton>
          )}
        </Group>
      </div>
      <Dialog
        open={adding === 'password'}
        onClose={() => setAdding(null)}
        title={text('signInMethods.passwordTitle')}
      >
        <AddPassword email={user.email ?? ''} run={run} onDone={() => added('password')} />
      </Dialog>
      <Dialog
        open={adding === 'phone'}
        onClose={() => setAdding(null)}
        title={text('signInMethods.phoneTitle')}
      >
        <PhoneForm purpose="link" onDone={() => added('phone')} />
      </Dialog>
      {dialog}
    </Panel>
  );
}
