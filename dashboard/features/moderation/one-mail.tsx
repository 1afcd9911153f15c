import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { ModeratedMail } from '../../../core/api/mails-api';
import { useText } from '../../messages/text';
import type { Failure } from '../../shared/failure';
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
  readonly run: Run;
  readonly onSent: () => void;
}

/** A mail. An admin reads its text, and can record that it was sent by hand. */
export function OneMail({ mail, run, onSent }: OneMailProps) {
  const text = useText();
  const { formatDate } = useIntl();
  const [step, setStep] = useState<'idle' | 'busy' | Failure>('idle');
  const { id, state, subject, to, text: content, failure, createdAt } = mail;
  const markSent = async () => {
    setStep('busy');
    const answer = await run((moderation) => moderation.markSent(id));
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
            <Button
              size="xs"
              variant="default"
              mb="sm"
              loading={step === 'busy'}
              onClick={() => void markSent()}
            >
              {text('moderation.markSent')}
            </Button>
          )}
        </details>
      )}
      {typeof step === 'object' && <FailureAlert failure={step} />}
    </>
  );
}
