import { Alert, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { readEmailAddress } from '../../../core/base/addresses';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';
import { Panel } from '../../ui/panel';
import { useBackend } from '../../data/session';
import { useChange } from './use-change';
import { useReauthentication } from '../../shared/reauthentication/use-reauthentication';
import styles from './account.module.css';

interface ChangeEmailProps {
  /** Owners without a password do not sign in with this email, so the note says what it is used for. */
  readonly hasPassword: boolean;
}

/** The email changes only when the owner opens the link in the new mailbox. */
export function ChangeEmail({ hasPassword }: ChangeEmailProps) {
  const text = useText();
  const { auth } = useBackend();
  const { run, dialog } = useReauthentication();
  const [email, setEmail] = useState('');
  // The field may already hold the next email.
  const [sentTo, setSentTo] = useState('');
  const { change, onSubmit } = useChange(
    () => run(() => auth.changeEmail(readEmailAddress(email) ?? email.trim())),
    () => setSentTo(email.trim()),
  );
  return (
    <Panel
      id="email"
      heading={text('account.changeEmail')}
      note={hasPassword ? undefined : text('account.emailNote')}
    >
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
      {dialog}
    </Panel>
  );
}
