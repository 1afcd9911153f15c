import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { ModeratedMail } from '../../../core/api/owner-api';
import { useText } from '../../messages/text';
import type { Failure } from '../../data/failure';
import { FailureAlert } from '../../ui/failure-alert';
import { Tag, type Tone } from '../../ui/tag';
import { FactList } from './fact-list';
import styles from './moderation.module.css';
import type { Run } from './use-asked';

const tones: Readonly<Record<ModeratedMail['state'], Tone>> = {
  waiting: 'warn',
  sending: 'plain',
  sent: 'good',
  'by-hand': 'good',
  failed: 'bad',
};

interface OneMailProps {
  readonly mail: ModeratedMail;
  /** The server sends the mails, so one that failed can be sent again. */
  readonly sends: boolean;
  readonly run: Run;
  readonly onSent: () => void;
}

/** A mail. An admin reads its text, can have it sent again when it failed, and can record that it was sent by hand. */
export function OneMail({ mail, sends, run, onSent }: OneMailProps) {
  const text = useText();
  const { formatDate } = useIntl();
  const [step, setStep] = useState<'idle' | 'sendAgain' | 'markSent' | Failure>('idle');
  const { id, state, subject, to, text: content, failure, createdAt } = mail;
  const act = async (call: 'sendAgain' | 'markSent') => {
    setStep(call);
    const answer = await run((moderation) => moderation[call](id));
    setStep(answer.ok ? 'idle' : answer.problem);
    if (answer.ok) onSent();
  };
  return (
    <>
      <div className={styles.entryTop}>
        <b className={styles.subject}>{subject}</b>
        <Tag tone={tones[state]}>{text(`moderation.mail.${state}`)}</Tag>
        <Text component="span" size="sm" c="dimmed">
          {formatDate(createdAt, { dateStyle: 'medium', timeStyle: 'short' })}
        </Text>
      </div>
      {failure !== null && <p className={styles.said}>{failure}</p>}
      {to !== null && content !== null && (
        <details>
          <summary>{text('moderation.readMail')}</summary>
          <FactList
            facts={[
              [text('moderation.mailTo'), to],
              [text('moderation.mailText'), content],
            ]}
          />
          {(state === 'waiting' || state === 'failed') && (
            <Group gap="xs" mb="sm">
              {sends && state === 'failed' && (
                <Button
                  size="xs"
                  loading={step === 'sendAgain'}
                  disabled={step === 'markSent'}
                  onClick={() => void act('sendAgain')}
                >
                  {text('moderation.sendAgain')}
                </Button>
              )}
              <Button
                size="xs"
                variant="default"
                loading={step === 'markSent'}
                disabled={step === 'sendAgain'}
                onClick={() => void act('markSent')}
              >
                {text('moderation.markSent')}
              </Button>
            </Group>
          )}
        </details>
      )}
      {typeof step === 'object' && <FailureAlert failure={step} />}
    </>
  );
}
