import { Alert, Button, PasswordInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';
import { Panel } from '../../ui/panel';
import { useBackend } from '../../use-backend';
import { StrengthMeter } from '../sign-in/strength-meter';
import { useChange } from './use-change';
import { ForgottenPassword } from './forgotten-password';
import styles from './account.module.css';

export function ChangePassword({ email }: { readonly email: string }) {
  const text = useText();
  const { auth } = useBackend();
  const meterId = useId();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { change, onSubmit } = useChange(
    () => auth.changePassword(current, next),
    () => {
      setCurrent('');
      setNext('');
    },
  );
  const toggle = { 'aria-label': text('signIn.showPassword') };
  return (
    <Panel id="password" heading={text('account.changePassword')}>
      <form className={styles.form} onSubmit={onSubmit}>
        <PasswordInput
          label={text('account.current')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={toggle}
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <div>
          <PasswordInput
            label={text('account.newPassword')}
            autoComplete="new-password"
            required
            withAsterisk={false}
            aria-describedby={meterId}
            visibilityToggleButtonProps={toggle}
            value={next}
            onChange={(event) => setNext(event.currentTarget.value)}
          />
          <StrengthMeter id={meterId} password={next} email={email} />
        </div>
        {change.kind === 'failed' && <FailureAlert failure={change.failure} />}
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
