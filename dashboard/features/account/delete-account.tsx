import { Button, Group, Skeleton, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { OwnerUser } from '../../data/backend';
import { usePublished } from '../../session/owner-documents';
import { isSilence, type Failure } from '../../data/failure';
import { useText } from '../../messages/text';
import { Arriving } from '../../page/page';
import { FailureAlert, Trouble } from '../../feedback/failure-alert';
import { Panel } from '../../panel/panel';
import { useToast } from '../../feedback/toast';
import { useBackend } from '../../session/session';
import styles from './account.module.css';
import { wholeExport } from '@busker/core/account/export-document';
import { useExport } from '../../exports/use-export';
import { keptTicket } from '../../account-deletion/leaving';
import { useReauthentication } from '../../sign-in-fields/use-reauthentication';
import { PlainButton, Small } from '../../theme/theme';

type Step =
  | { readonly kind: 'idle' }
  | { readonly kind: 'deleting' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'unanswered' };

/** Deletes the account after the owner has typed their handle. They can export everything first. */
export function DeleteAccount({ user }: { readonly user: OwnerUser }) {
  const text = useText();
  const { auth, api } = useBackend();
  const exporting = useExport();
  const { notify } = useToast();
  const { run, dialog } = useReauthentication();
  const published = usePublished();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const [step, setStep] = useState<Step>({ kind: 'idle' });
  if (published.kind === 'failed') {
    return (
      <Panel id="delete" heading={text('delete.heading')}>
        <FailureAlert failure={published.failure} onRetry={published.retry} />
      </Panel>
    );
  }
  // The word to type is known only after the published profile has loaded.
  if (published.kind === 'loading') {
    return (
      <Panel id="delete" heading={text('delete.heading')}>
        <Arriving outline={<Skeleton height={150} radius="md" />} />
      </Panel>
    );
  }
  const handle = published.value?.handle ?? null;
  const word = handle ?? user.email ?? user.phoneNumber ?? user.uid;

  const takeAlong = async () => {
    const taken = await exporting.take(wholeExport('json'));
    if (taken === 'saved') notify(text('delete.exported'));
    if (taken === 'preparing') notify(text('export.preparing'));
  };
  const remove = async () => {
    setStep({ kind: 'deleting' });
    const answer = await run(() => api.deleteAccount(handle ?? ''));
    if (!answer.ok && isSilence(answer.problem)) return setStep({ kind: 'unanswered' });
    if (!answer.ok) return setStep({ kind: 'failed', failure: answer.problem });
    // The server goes on alone: its progress takes the place of every screen.
    if (!answer.value.deleted) return keptTicket.keep(answer.value.ticket);
    await auth.signOut('deleted');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (step.kind === 'deleting') return;
    if (typed.trim().replace(/^@/, '') !== word) return setWrong(true);
    void remove();
  };

  return (
    <Panel id="delete" heading={text('delete.heading')}>
      <Small mb="md">{text('delete.text')}</Small>
      <form className={styles.form} onSubmit={submit}>
        <div>
          <PlainButton loading={exporting.step.kind === 'asking'} onClick={() => void takeAlong()}>
            {text('delete.export')}
          </PlainButton>
        </div>
        <TextInput
          label={text('delete.type', { word })}
          autoComplete="off"
          spellCheck={false}
          error={wrong && text('delete.wrong', { word })}
          value={typed}
          onChange={(event) => {
            setWrong(false);
            setTyped(event.currentTarget.value);
          }}
        />
        {exporting.step.kind === 'failed' && <FailureAlert failure={exporting.step.failure} />}
        {step.kind === 'failed' && <FailureAlert failure={step.failure} />}
        {step.kind === 'unanswered' && <Trouble says={text('delete.unanswered')} />}
        <Group>
          <Button type="submit" color="red" loading={step.kind === 'deleting'}>
            {text('delete.submit')}
          </Button>
        </Group>
      </form>
      {dialog}
      {exporting.dialog}
    </Panel>
  );
}
