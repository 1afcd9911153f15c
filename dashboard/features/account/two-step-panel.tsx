import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useCallback, useEffect, useState, type FormEvent } from 'react';
import type { RecoveryAnswer } from '@busker/core/dashboard-api/owner-api';
import { codePointLength } from '@busker/core/text/text';
import type { OwnerUser, Enrolment, SecondFactor, SecondFactors } from '../../data/backend';
import type { Failure } from '../../data/failure';
import { useBackend } from '../../session/session';
import { useText } from '../../messages/text';
import { useReauthentication } from '../../sign-in-fields/use-reauthentication';
import { saveFile } from '../../exports/export-file';
import { AppCodeField, plainCode } from '../../second-step/second-step-dialog';
import { Arriving } from '../../page/page';
import { Dialog } from '../../dialog/dialog';
import { FailureAlert } from '../../feedback/failure-alert';
import { useAsk } from '../../form/ask-form';
import { useCopy } from '../../panel/code-block';
import { Panel } from '../../panel/panel';
import { QrPicture } from '../../ui/qr-code';
import { focusFault, useTooLong } from '../../form/text-length';
import styles from './account.module.css';
import { AppList } from './authenticator-apps';
import { PlainButton, Small, SmallButton } from '../../theme/theme';

function CopyButton({ content, label }: { readonly content: string; readonly label: string }) {
  const text = useText();
  const { copying, copy } = useCopy(content);
  return <SmallButton onClick={copy}>{copying === 'copied' ? text('embed.copied') : label}</SmallButton>;
}

/** Characters of an app's name. */
const longestName = 60;

interface EnrolFormProps {
  readonly enrolment: Enrolment;
  readonly onDone: () => void;
}

/** The key for the app, as a picture and as text, and the code that proves that the app has it. */
function EnrolForm({ enrolment, onDone }: EnrolFormProps) {
  const text = useText();
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const { busy, failure, ask } = useAsk();
  const isWrong = failure?.code === 'auth/invalid-verification-code';

  const nameFault = useTooLong()(name.trim(), longestName, codePointLength);

  const check = async (digits: string) => {
    if (busy || nameFault !== null) return;
    const answer = await ask(() => enrolment.finish(digits, name.trim()));
    if (answer.ok) onDone();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (nameFault !== null) focusFault(event.currentTarget);
    void check(plainCode(code));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Small>{text('twoStep.scan')}</Small>
        <div className={styles.code}>
          <QrPicture content={enrolment.address} label={text('twoStep.qr')} />
        </div>
        <div>
          <Small>{text('twoStep.noCamera')}</Small>
          <div className={styles.key}>
            <code aria-label={text('twoStep.key')} dir="ltr">
              {(enrolment.key.match(/.{1,4}/g) ?? []).join(' ')}
            </code>
            <CopyButton content={enrolment.key} label={text('twoStep.copyKey')} />
          </div>
        </div>
        <TextInput
          label={text('twoStep.name')}
          placeholder={text('twoStep.namePlaceholder')}
          error={nameFault}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <AppCodeField
          code={code}
          onCode={setCode}
          onFull={(digits) => void check(digits)}
          isWrong={isWrong}
        />
        {failure && !isWrong && <FailureAlert failure={failure} />}
        <div>
          <Button type="submit" loading={busy}>
            {text('twoStep.finish')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

interface NewCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** New recovery codes, which are shown this once. */
function NewCodes({ codes, onKept }: NewCodesProps) {
  const text = useText();
  const lines = codes.join('\n');
  const save = () =>
    saveFile(
      new Blob([`${window.location.host}\n\n${lines}\n`], { type: 'text/plain' }),
      'recovery-codes.txt',
    );
  return (
    <Stack gap="md">
      <Small>{text('codes.once')}</Small>
      <ol className={styles.codes} dir="ltr" aria-label={text('codes.heading')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Group gap="xs">
        <CopyButton content={lines} label={text('codes.copy')} />
        <SmallButton onClick={save}>{text('codes.save')}</SmallButton>
      </Group>
      <div>
        <Button onClick={onKept}>{text('codes.kept')}</Button>
      </div>
    </Stack>
  );
}

type TwoStep =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | {
      readonly kind: 'here';
      readonly factors: SecondFactors;
      readonly apps: readonly SecondFactor[];
      /** Null = not known yet, or there is no app. */
      readonly codes: RecoveryAnswer | null;
    };

/** The apps of the account and how many recovery codes are left. Read again when the user record changes. */
function useTwoStep(user: OwnerUser): readonly [TwoStep, () => void] {
  const { auth, api } = useBackend();
  const [state, setState] = useState<TwoStep>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    let left = false;
    const read = async () => {
      const factors = await auth.openSecondFactors().catch(() => null);
      if (left) return;
      if (factors === null)
        return setState({ kind: 'failed', failure: { code: 'auth/network-request-failed' } });
      const apps = factors.list();
      setState((before) => ({
        kind: 'here',
        factors,
        apps,
        codes: before.kind === 'here' ? before.codes : null,
      }));
      // Without an app there are no codes. The server is told that the last one has gone.
      const answer = await api.recoveryCodes();
      if (left) return;
      if (answer.ok) setState({ kind: 'here', factors, apps, codes: apps.length > 0 ? answer.value : null });
      else if (apps.length > 0) setState({ kind: 'failed', failure: answer.problem });
    };
    void read();
    return () => {
      left = true;
    };
  }, [auth, api, user, round]);
  return [state, again];
}

type Shown =
  | { readonly kind: 'enrol'; readonly enrolment: Enrolment; readonly isFirst: boolean }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | null;

export function TwoStepPanel({ user }: { readonly user: OwnerUser }) {
  const text = useText();
  const { api, host } = useBackend();
  const { run, dialog } = useReauthentication();
  const [state, again] = useTwoStep(user);
  const [shown, setShown] = useState<Shown>(null);
  const [busy, setBusy] = useState<'enrol' | 'codes' | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  const enrol = async (factors: SecondFactors, isFirst: boolean) => {
    setBusy('enrol');
    setFailure(null);
    const begun = await run(() => factors.begin(user.email ?? user.uid, new URL(host).host));
    setBusy(null);
    if (begun.ok) setShown({ kind: 'enrol', enrolment: begun.value, isFirst });
    else setFailure(begun.problem);
  };
  const renew = async () => {
    setShown(null);
    setBusy('codes');
    setFailure(null);
    const made = await run(() => api.renewRecoveryCodes());
    setBusy(null);
    again();
    if (made.ok) setShown({ kind: 'codes', codes: made.value.codes });
    else setFailure(made.problem);
  };
  const close = () => {
    setShown(null);
    again();
  };
  const enrolled = (isFirst: boolean) => (isFirst ? void renew() : close());

  const content = () => {
    if (state.kind === 'loading') return <Arriving outline={null} />;
    if (state.kind === 'failed') return <FailureAlert failure={state.failure} onRetry={again} />;
    const { factors, apps, codes } = state;
    if (!user.emailVerified && apps.length === 0) return <Small>{text('twoStep.verifyFirst')}</Small>;
    return (
      <>
        {apps.length > 0 && (
          <AppList
            factors={factors}
            apps={apps}
            codes={codes}
            run={run}
            renewing={busy === 'codes'}
            onRenew={() => void renew()}
          />
        )}
        {failure && <FailureAlert failure={failure} />}
        <div>
          <PlainButton
            mt="sm"
            loading={busy === 'enrol'}
            onClick={() => void enrol(factors, apps.length === 0)}
          >
            {text(apps.length === 0 ? 'twoStep.on' : 'twoStep.another')}
          </PlainButton>
        </div>
      </>
    );
  };
  return (
    <Panel id="two-step" heading={text('twoStep.heading')} lead={text('twoStep.note')}>
      {content()}
      <Dialog open={shown?.kind === 'enrol'} onClose={close} title={text('twoStep.setUp')}>
        {shown?.kind === 'enrol' && (
          <EnrolForm enrolment={shown.enrolment} onDone={() => enrolled(shown.isFirst)} />
        )}
      </Dialog>
      <Dialog open={shown?.kind === 'codes'} onClose={close} title={text('codes.title')}>
        {shown?.kind === 'codes' && <NewCodes codes={shown.codes} onKept={close} />}
      </Dialog>
      {dialog}
    </Panel>
  );
}
