import { Anchor, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import useSWR from 'swr';
import type { TermsAnswer } from '@busker/core/dashboard-api/owner-api';
import { IconFileText, IconMail } from '../icons/screen-icons';
import { type Failure, valueOf } from '../data/failure';
import { useBackend, useOwner } from '../session/session';
import { useText } from '../messages/text';
import { FailureAlert } from '../feedback/failure-alert';
import { useToast } from '../feedback/toast';
import { PlainButton } from '../theme/theme';
import styles from './shell.module.css';

type Step =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'sent' }
  | { readonly kind: 'looking' }
  | { readonly kind: 'still-not' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Reminds the owner to confirm their email, which publishing needs and editing does not. */
export function VerifyNotice() {
  const text = useText();
  const { auth, localMails } = useBackend();
  const { notify } = useToast();
  const owner = useOwner();
  const [step, setStep] = useState<Step>({ kind: 'waiting' });
  const email = owner.email;
  if (owner.emailVerified || owner.isGuest || !email) return null;

  const sendAgain = async () => {
    setStep({ kind: 'sending' });
    const answer = await auth.sendVerification();
    setStep(answer.ok ? { kind: 'sent' } : { kind: 'failed', failure: answer.problem });
  };
  const look = async () => {
    setStep({ kind: 'looking' });
    const answer = await auth.refresh();
    if (!answer.ok) setStep({ kind: 'failed', failure: answer.problem });
    else if (answer.value.emailVerified) notify(text('verify.confirmed'));
    else setStep({ kind: 'still-not' });
  };

  return (
    <section className={styles.strip} aria-label={text('verify.heading')}>
      <IconMail size={18} aria-hidden />
      <p>
        <b>{text('verify.heading')}.</b>{' '}
        <span role="status">
          {step.kind === 'sent'
            ? text('verify.sent', { email })
            : step.kind === 'still-not'
              ? text('verify.stillNot')
              : text('verify.text', { email })}
        </span>{' '}
        {localMails !== null && (
          <Anchor href={localMails} target="_blank" rel="noreferrer" inherit>
            {text('verify.outbox')}
          </Anchor>
        )}
      </p>
      <Group gap="xs">
        <PlainButton size="xs" loading={step.kind === 'sending'} onClick={() => void sendAgain()}>
          {text('verify.again')}
        </PlainButton>
        <Button size="xs" loading={step.kind === 'looking'} onClick={() => void look()}>
          {text('verify.done')}
        </Button>
      </Group>
      {step.kind === 'failed' && <FailureAlert failure={step.failure} />}
    </section>
  );
}

/** Announces a new version of the host's terms until the owner has seen it. A version from before the account is not new to its owner. */
export function TermsNotice() {
  const { api } = useBackend();
  const { uid, isGuest, createdAt } = useOwner();
  const { data, mutate } = useSWR<TermsAnswer>(isGuest ? null : ['terms', uid], () => valueOf(api.terms()), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
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
      <PlainButton size="xs" loading={step === 'busy'} onClick={() => void see()}>
        {text('terms.seen')}
      </PlainButton>
    </section>
  );
}
