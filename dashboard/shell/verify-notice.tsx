import { Button, Group } from '@mantine/core';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import { useState } from 'react';
import { useText } from '../messages/text';
import { FailureAlert } from '../ui/failure-alert';
import { useToast } from '../ui/toast';
import type { Failure } from '../data/failure';
import { useBackend, useOwner } from '../data/session';
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
  const { auth } = useBackend();
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
        </span>
      </p>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          loading={step.kind === 'sending'}
          onClick={() => void sendAgain()}
        >
          {text('verify.again')}
        </Button>
        <Button size="xs" loading={step.kind === 'looking'} onClick={() => void look()}>
          {text('verify.done')}
        </Button>
      </Group>
      {step.kind === 'failed' && <FailureAlert failure={step.failure} />}
    </section>
  );
}
