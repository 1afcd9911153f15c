import { Anchor, Button } from '@mantine/core';
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import useSWR from 'swr';
import type { TermsAnswer } from '../../core/api/owner-api';
import { useText } from '../messages/text';
import type { Failure } from '../data/failure';
import { useBackend, useOwner } from '../data/session';
import { FailureAlert } from '../ui/failure-alert';
import styles from './shell.module.css';

/** Announces a new version of the host's terms until the owner has seen it. A version from before the account is not new to its owner. */
export function TermsNotice() {
  const { api } = useBackend();
  const { uid, isGuest, createdAt } = useOwner();
  const { data, mutate } = useSWR<TermsAnswer>(
    isGuest ? null : ['terms', uid],
    async () => {
      const answer = await api.terms();
      if (answer.ok) return answer.value;
      throw new Error(answer.problem.code);
    },
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  const version = data?.version ?? null;
  if (data === undefined || version === null) return null;
  const isNew = createdAt < Date.parse(version) && (data.seen === null || data.seen < version);
  return isNew ? <Notice version={version} onSeen={(seen) => void mutate(seen, false)} /> : null;
}

interface NoticeProps {
  readonly version: string;
  readonly onSeen: (answer: TermsAnswer) => void;
}

function Notice({ version, onSeen }: NoticeProps) {
  const text = useText();
  const { formatDate, locale } = useIntl();
  const { api, host } = useBackend();
  const [step, setStep] = useState<'idle' | 'busy' | Failure>('idle');
  const [now] = useState(() => Date.now());
  const at = Date.parse(version);
  // The version is a day, which is the same day everywhere.
  const when = formatDate(at, { dateStyle: 'long', timeZone: 'UTC' });
  const see = async () => {
    setStep('busy');
    const answer = await api.seeTerms(version);
    setStep(answer.ok ? 'idle' : answer.problem);
    if (answer.ok) onSeen(answer.value);
  };
  return (
    <section className={styles.strip} aria-label={text('terms.title')} role="status">
      <IconFileText size={18} aria-hidden />
      <div className={styles.lost}>
        <p>
          {text(at > now ? 'terms.will' : 'terms.did', { when })}{' '}
          <Anchor href={`${host}/legal/terms?lang=${locale}`} target="_blank" rel="noreferrer" inherit>
            {text('terms.read')}
          </Anchor>
        </p>
        {typeof step === 'object' && <FailureAlert failure={step} />}
      </div>
      <Button size="xs" variant="default" loading={step === 'busy'} onClick={() => void see()}>
        {text('terms.seen')}
      </Button>
    </section>
  );
}
