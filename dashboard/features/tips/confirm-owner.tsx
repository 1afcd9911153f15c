import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Failure } from '../../failure';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';
import { useBackend } from '../../use-backend';
import { useOwner } from '../../use-session';

interface ConfirmOwnerProps {
  readonly onConfirmed: () => void;
  readonly onCancel: () => void;
}

/** Asks for the password once more, in the middle of something: what was begun goes on afterwards. */
export function ConfirmOwner({ onConfirmed, onCancel }: ConfirmOwnerProps) {
  const text = useText();
  const { auth } = useBackend();
  const owner = useOwner();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const hasPassword = owner.providers.some(({ providerId }) => providerId === 'password');

  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    const answer = await auth.signIn(owner.email ?? '', password);
    setBusy(false);
    if (answer.ok) onConfirmed();
    else setFailure(answer.problem);
  };

  return (
    <form onSubmit={(event) => void confirm(event)}>
      <Stack gap="md">
        <Text size="sm">{text(hasPassword ? 'confirm.password' : 'confirm.signInAgain')}</Text>
        {hasPassword && (
          <PasswordInput
            label={text('signIn.password')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': text('signIn.showPassword') }}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        {failure && <FailureAlert failure={failure} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {text('refund.cancel')}
          </Button>
          {hasPassword && (
            <Button type="submit" loading={busy}>
              {text('confirm.submit')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
