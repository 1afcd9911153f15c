import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import type { RecoveryAnswer } from '@busker/core/dashboard-api/owner-api';
import type { SecondFactor, SecondFactors } from '../../data/backend';
import type { Answer } from '../../data/failure';
import { useText } from '../../messages/text';
import { Dialog } from '../../dialog/dialog';
import { FailureAlert } from '../../feedback/failure-alert';
import { useAsk } from '../../form/ask-form';
import { useToast } from '../../feedback/toast';
import { PlainButton, Small, SmallButton } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';
import styles from './account.module.css';

/** A form that asks the sign-in service for a change. */
export function useChange(send: () => Answer, onDone: () => void) {
  const { busy, failure, ask } = useAsk();
  const [done, setDone] = useState(false);
  const submit = async () => {
    setDone(false);
    const { ok } = await ask(send);
    setDone(ok);
    if (ok) onDone();
  };
  const start = () => {
    if (!busy) void submit();
  };
  return {
    busy,
    failure,
    done,
    start,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      start();
    },
  };
}

interface AppListProps {
  readonly factors: SecondFactors;
  readonly apps: readonly SecondFactor[];
  readonly codes: RecoveryAnswer | null;
  readonly run: <T>(work: () => Answer<T>) => Answer<T>;
  readonly renewing: boolean;
  readonly onRenew: () => void;
}

/** The apps, each with a button to remove it, and the recovery codes. */
export function AppList({ factors, apps, codes, run, renewing, onRenew }: AppListProps) {
  const text = useText();
  const intl = useIntl();
  const [removing, setRemoving] = useState<SecondFactor | null>(null);
  const nameOf = ({ name }: SecondFactor) => name || text('twoStep.unnamed');
  return (
    <>
      <ul className={styles.methods}>
        {apps.map((app) => (
          <li key={app.id}>
            <div>
              <Text fw={550}>{nameOf(app)}</Text>
              <Quiet>
                {text('twoStep.added', { date: intl.formatDate(app.addedAt, { dateStyle: 'medium' }) })}
              </Quiet>
            </div>
            <SmallButton
              aria-label={text('twoStep.remove', { name: nameOf(app) })}
              onClick={() => setRemoving(app)}
            >
              {text('links.remove')}
            </SmallButton>
          </li>
        ))}
      </ul>
      <Text fw={550} mt="md">
        {text('codes.heading')}
      </Text>
      <Quiet>{text('codes.note')}</Quiet>
      {codes && <Small mt={4}>{text('codes.left', { count: codes.left })}</Small>}
      <div>
        <SmallButton mt={6} loading={renewing} onClick={onRenew}>
          {text('codes.renew')}
        </SmallButton>
      </div>
      <Dialog open={removing !== null} onClose={() => setRemoving(null)} title={text('twoStep.removeTitle')}>
        {removing && (
          <RemoveApp
            isLast={apps.length === 1}
            remove={() => run(() => factors.remove(removing.id))}
            onEnd={() => setRemoving(null)}
          />
        )}
      </Dialog>
    </>
  );
}

interface RemoveAppProps {
  readonly isLast: boolean;
  readonly remove: () => Answer;
  readonly onEnd: () => void;
}

function RemoveApp({ isLast, remove, onEnd }: RemoveAppProps) {
  const text = useText();
  const { notify } = useToast();
  const { busy, failure, onSubmit } = useChange(remove, () => {
    notify(text('twoStep.removed'));
    onEnd();
  });
  return (
    <Stack component="form" gap="sm" onSubmit={onSubmit}>
      <Small>{text(isLast ? 'twoStep.removeLast' : 'twoStep.removeText')}</Small>
      {failure && <FailureAlert failure={failure} />}
      <Group justify="flex-end" gap="xs">
        <PlainButton onClick={onEnd}>{text('twoStep.keep')}</PlainButton>
        <Button type="submit" color="red" loading={busy}>
          {text('links.remove')}
        </Button>
      </Group>
    </Stack>
  );
}
