import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Answer } from '../../data/failure';
import { readEmailAddress } from '../../../core/base/addresses';
import { useText } from '../../messages/text';
import { SignInFailure } from '../../shared/sign-in/sign-in-failure';
import { NewPasswordField } from '../../shared/sign-in/password-field';
import { useSignInAction } from '../../shared/sign-in/use-sign-in-action';
import styles from './account.module.css';

interface AddPasswordProps {
  /** The account's email; empty when it has none. */
  readonly email: string;
  readonly run: <T>(work: () => Answer<T>) => Answer<T>;
  readonly onDone: () => void;
}

export function AddPassword({ email: known, run, onDone }: AddPasswordProps) {
  const text = useText();
  const { state, go } = useSignInAction();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const add = async () => {
    const answer = await run(() =>
      go('password', (methods) =>
        methods.withPassword(readEmailAddress(email) ?? email.trim(), password, 'link'),
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
      {state.kind === 'failed' && <SignInFailure failure={state.failure} email={email} />}
      <div>
        <Button type="submit" loading={state.kind === 'busy'}>
          {text('signInMethods.save')}
        </Button>
      </div>
    </form>
  );
}
