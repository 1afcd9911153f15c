import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Tip } from '../../../core/tip/tip';
import type { Failure } from '../../data/failure';
import { useText, type PlainMessageId } from '../../messages/text';
import { useAnnounce } from '../../ui/announcer';
import { FailureAlert } from '../../ui/failure-alert';
import { useBackend } from '../../data/session';
import styles from './tip-details.module.css';

const reasonWords: Readonly<Record<string, PlainMessageId>> = {
  'web-address': 'held.web-address',
  'email-address': 'held.email-address',
  'phone-number': 'held.phone-number',
  'blocked-word': 'held.blocked-word',
};
const wordsFor = (reason: string): PlainMessageId =>
  reasonWords[reason] ?? (reason.startsWith('payment-mismatch:') ? 'held.payment' : 'held.other');

/** The fan's name and message, why they are held, and whether others can see them. The money is not affected. */
export function Moderation({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const announce = useAnnounce();
  const { money } = useBackend();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { name, message, anonymous } = tip.fan;
  const { state, reasons } = tip.moderation;
  const hasWords = name !== null || message !== null;

  const put = async (next: 'visible' | 'hidden') => {
    setBusy(true);
    setFailure(null);
    const answer = await money.moderate(tip.tipId, next);
    setBusy(false);
    if (answer.ok) announce(text(next === 'visible' ? 'held.shown' : 'held.hid'));
    else setFailure(answer.problem);
  };

  return (
    <div>
      {message && (
        <blockquote className={styles.message} dir="auto">
          {message}
        </blockquote>
      )}
      {name && anonymous && (
        <Text size="sm" c="dimmed">
          {text('tip.anonymousName')}
        </Text>
      )}
      {state !== 'visible' && (
        <Text size="sm" mt={6}>
          {text(state === 'held' ? 'held.about' : 'held.hiddenAbout')}{' '}
          {[...new Set(reasons.map(wordsFor))].map((reason) => text(reason)).join(' ')}
        </Text>
      )}
      {hasWords && (
        <Group gap="xs" mt="sm">
          {state !== 'visible' && (
            <Button size="xs" loading={busy} onClick={() => void put('visible')}>
              {text('held.show')}
            </Button>
          )}
          {state !== 'hidden' && (
            <Button size="xs" variant="default" loading={busy} onClick={() => void put('hidden')}>
              {text('held.hide')}
            </Button>
          )}
        </Group>
      )}
      {failure && <FailureAlert failure={failure} />}
    </div>
  );
}
