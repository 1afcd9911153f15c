import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { isWrongPassword } from '../../data/failure';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';
import { Panel } from '../../ui/panel';
import { useBackend } from '../../data/session';
import { NewPasswordField, PasswordField } from '../../shared/sign-in/password-field';
import { useChange } from './use-change';
import { ForgottenPassword } from './forgotten-password';
import styles from './account.module.css';

export function ChangePassword({ email }: { readonly email: string }) {
  const text = useText();
  const { auth } = useBackend();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { change, onSubmit } = useChange(
    () => auth.changePassword(current, next),
    () => {
      setCurrent('');
      setNext('');
    },
  );
  return (
    <Panel id="password" heading={text('account.changePassword')}>
      <form className={styles.form} onSubmit={onSubmit}>
        <PasswordField
          label={text('account.current')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <NewPasswordField
          label={text('account.newPassword')}
          password={next}
          email={email}
          required
          withAsterisk={false}
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        {change.kind === 'failed' && (
          <FailureAlert
            failure={change.failure}
            says={isWrongPassword(change.failure) ? text('account.wrongPassword') : undefined}
          />
        )}
        {change.kind === 'done' && <Alert role="status">{text('account.passwordSaved')}</Alert>}
        <div>
          <Button type="submit" loading={change.kind === 'busy'}>
            {text('account.savePassword')}
          </Button>
        </div>
        <ForgottenPassword email={email} />
      </form>
    </Panel>
  );
}
