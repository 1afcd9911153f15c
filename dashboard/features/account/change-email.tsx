import { Alert, Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';
import { Panel } from '../../ui/panel';
import { useBackend } from '../../use-backend';
import { useChange } from './use-change';
import styles from './account.module.css';

/** The address changes only when the link in the new mailbox was opened. */
export function ChangeEmail() {
  const text = useText();
  const { auth } = useBackend();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  // The field may hold the next address already.
  const [sentTo, setSentTo] = useState('');
  const { change, onSubmit } = useChange(
    () => auth.changeEmail(password, email.trim()),
    () => {
      setPassword('');
      setSentTo(email.trim());
    },
  );
  return (
    <Panel id="email" heading={text('account.changeEmail')}>
      <form className={styles.form} onSubmit={onSubmit}>
        <TextInput
          label={text('account.newEmail')}
          type="email"
          autoComplete="email"
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={text('account.current')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': text('signIn.showPassword') }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {change.kind === 'failed' && <FailureAlert failure={change.failure} />}
        {change.kind === 'done' && (
          <Alert role="status">{text('account.emailSent', { email: sentTo })}</Alert>
        )}
        <div>
          <Button type="submit" loading={change.kind === 'busy'}>
            {text('account.sendLink')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
