import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { readEmailAddress } from '@busker/core/text/addresses';
import { ok } from '@busker/core/base/result';
import { exportFormats, wholeExport, type ExportFormat } from '@busker/core/account/export-document';
import { isWrongPassword, type Failure } from '../../data/failure';
import { useBackend, useOwner } from '../../session/session';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { languageNames, languages } from '../../messages/language';
import { useLanguage } from '../../messages/language-provider';
import { ExportStatus } from './export-status';
import { regionalLocale, usualTable } from '../../exports/export-file';
import { useExport } from '../../exports/use-export';
import { SignOutDialog } from '../../device/sign-out-dialog';
import { useLanguageChoice, useTimeZone } from '../../preferences/preferences';
import { useReauthentication } from '../../sign-in-fields/use-reauthentication';
import { NewPasswordField, PasswordField, notAnEmail } from '../../sign-in-fields/credentials';
import { FailureAlert } from '../../feedback/failure-alert';
import { Page } from '../../page/page';
import { Panel } from '../../panel/panel';
import { useToast } from '../../feedback/toast';
import { useUploads } from '../../uploads/uploads';
import styles from './account.module.css';
import { DeleteAccount } from './delete-account';
import { DeviceList } from './device-list';
import { WaysPanel } from './sign-in-methods-panel';
import { TwoStepPanel } from './two-step-panel';
import { useChange } from './authenticator-apps';
import { UserRecord } from './user-record';
import { PlainButton, Small } from '../../theme/theme';

interface ChangeEmailProps {
  /** Owners without a password do not sign in with this email, so the note says what it is used for. */
  readonly hasPassword: boolean;
}

/** The email changes only when the owner opens the link in the new mailbox. */
export function ChangeEmail({ hasPassword }: ChangeEmailProps) {
  const text = useText();
  const { auth } = useBackend();
  const { run, dialog } = useReauthentication();
  const [email, setEmail] = useState('');
  // The field may already hold the next email.
  const [sentTo, setSentTo] = useState('');
  const address = readEmailAddress(email);
  const { busy, failure, done, onSubmit } = useChange(
    () => (address === null ? notAnEmail() : run(() => auth.changeEmail(address))),
    () => setSentTo(email.trim()),
  );
  const isWrong = failure?.code === 'auth/invalid-email';
  return (
    <Panel
      id="email"
      heading={text('account.changeEmail')}
      lead={hasPassword ? undefined : text('account.emailNote')}
    >
      <form className={styles.form} onSubmit={onSubmit}>
        <TextInput
          label={text('account.newEmail')}
          type="email"
          autoComplete="email"
          required
          withAsterisk={false}
          value={email}
          error={isWrong ? text('signIn.emailWrong') : undefined}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {failure && !isWrong && <FailureAlert failure={failure} />}
        {done && <Alert role="status">{text('account.emailSent', { email: sentTo })}</Alert>}
        <div>
          <Button type="submit" loading={busy}>
            {text('account.sendLink')}
          </Button>
        </div>
      </form>
      {dialog}
    </Panel>
  );
}

type Step = 'idle' | 'busy' | 'sent';

/** An owner who forgot the current password can reset it without signing out. */
export function ForgottenPassword({ email }: { readonly email: string }) {
  const text = useText();
  const { auth } = useBackend();
  const [step, setStep] = useState<Step>('idle');
  const [failure, setFailure] = useState<Failure | null>(null);
  const send = async () => {
    setStep('busy');
    setFailure(null);
    const answer = await auth.sendPasswordReset(email);
    setStep(answer.ok ? 'sent' : 'idle');
    if (!answer.ok) setFailure(answer.problem);
  };
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        ms={-8}
        h="auto"
        mih={26}
        styles={{ label: { whiteSpace: 'normal', textAlign: 'start', overflow: 'visible' } }}
        loading={step === 'busy'}
        onClick={() => void send()}
      >
        {text('account.forgotten')}
      </Button>
      {step === 'sent' && (
        <Text size="sm" mt={6} role="status">
          {text('account.resetSent', { email })}
        </Text>
      )}
      {failure && <FailureAlert failure={failure} onRetry={() => void send()} />}
    </div>
  );
}

export function ChangePassword({ email }: { readonly email: string }) {
  const text = useText();
  const { auth } = useBackend();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { busy, failure, done, onSubmit } = useChange(
    () => auth.changePassword(current, next),
    () => {
      setCurrent('');
      setNext('');
    },
  );
  return (
    <Panel id="password" heading={text('account.changePassword')}>
      <form className={styles.form} onSubmit={onSubmit}>
        <PasswordField
          label={text('account.current')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <NewPasswordField
          label={text('account.newPassword')}
          password={next}
          email={email}
          required
          withAsterisk={false}
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        {failure && (
          <FailureAlert
            failure={failure}
            says={isWrongPassword(failure) ? text('account.wrongPassword') : undefined}
          />
        )}
        {done && <Alert role="status">{text('account.passwordSaved')}</Alert>}
        <div>
          <Button type="submit" loading={busy}>
            {text('account.savePassword')}
          </Button>
        </div>
        <ForgottenPassword email={email} />
      </form>
    </Panel>
  );
}

/** The owner's data as a file: at once, or with many tips prepared by the server. */
export function ExportPanel() {
  const text = useText();
  const { locale } = useIntl();
  const zone = useTimeZone();
  const { step, take, dialog } = useExport();
  const { notify } = useToast();
  const [asked, setAsked] = useState<ExportFormat | null>(null);
  const start = async (format: ExportFormat) => {
    setAsked(format);
    const table = usualTable(regionalLocale(locale));
    const taken = await take({ ...wholeExport(format), ...table, zone });
    if (taken === 'preparing') notify(text('export.preparing'));
  };
  return (
    <Panel id="export" heading={text('export.heading')} lead={text('export.note')}>
      <Stack gap="md" align="flex-start">
        <Group gap="sm">
          {exportFormats.map((format) => (
            <PlainButton
              key={format}
              loading={step.kind === 'asking' && asked === format}
              disabled={step.kind === 'asking' && asked !== format}
              onClick={() => void start(format)}
            >
              {text(`export.${format}`)}
            </PlainButton>
          ))}
        </Group>
        {step.kind === 'failed' && <FailureAlert failure={step.failure} />}
        <ExportStatus />
      </Stack>
      {dialog}
    </Panel>
  );
}

export function LanguagePanel() {
  const text = useText();
  const { chosen } = useLanguage();
  const change = useLanguageChoice();
  return (
    <Panel id="language" heading={text('language.heading')} lead={text('language.note')}>
      <NativeSelect
        className={styles.language ?? ''}
        size="sm"
        aria-label={text('language.heading')}
        value={chosen ?? 'browser'}
        onChange={({ currentTarget: { value } }) => void change(value)}
      >
        <option value="browser">{text('language.browser')}</option>
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </NativeSelect>
    </Panel>
  );
}

/**
 * Ends the sign-ins of every device, for owners who lost one or forgot to sign out. What that means stands beside the button, so it asks only
 * when work that has not reached the server would be lost.
 */
export function SignedInDevices() {
  const text = useText();
  const { auth, api } = useBackend();
  const { save } = useDraft();
  const uploads = useUploads();
  const [asking, setAsking] = useState(false);
  const { busy, failure, start } = useChange(
    async () => {
      const answer = await api.signOutEverywhere();
      // The answer of an earlier press was lost: the server has ended this sign-in too.
      return !answer.ok && answer.problem.code === 'api/sign-in-required' ? ok(undefined) : answer;
    },
    () => void auth.signOut('left'),
  );
  const leave = () => {
    setAsking(false);
    start();
  };
  const isUnsent = save.kind !== 'saved' || uploads.isBusy;
  return (
    <Panel id="devices" heading={text('devices.heading')} lead={text('devices.note')}>
      <DeviceList />
      <Small mt="md">{text('devices.text')}</Small>
      {failure && <FailureAlert failure={failure} />}
      <PlainButton mt="sm" loading={busy} onClick={isUnsent ? () => setAsking(true) : leave}>
        {text('devices.signOut')}
      </PlainButton>
      <SignOutDialog open={asking} onClose={() => setAsking(false)} onLeave={leave} />
    </Panel>
  );
}

export function AccountScreen() {
  const text = useText();
  const owner = useOwner();
  const { auth } = useBackend();
  const hasPassword = owner.providers.some(({ providerId }) => providerId === 'password');
  // An account without an email gets one by adding a sign-in method.
  const canChangeEmail = owner.email !== null && owner.providers.length > 0;
  return (
    <Page title={text('account.title')} lead={text('account.lead')}>
      <WaysPanel user={owner} />
      {canChangeEmail && <ChangeEmail hasPassword={hasPassword} />}
      {hasPassword && <ChangePassword email={owner.email ?? ''} />}
      {auth.methods.totp && owner.email !== null && <TwoStepPanel user={owner} />}
      {!owner.isGuest && <SignedInDevices />}
      <LanguagePanel />
      <ExportPanel />
      <UserRecord user={owner} />
      <DeleteAccount user={owner} />
    </Page>
  );
}
