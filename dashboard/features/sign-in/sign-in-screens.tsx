import { valibotResolver } from '@hookform/resolvers/valibot';
import { Alert, Anchor, Button, Group, Stack } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useForm, useWatch, type UseFormRegister } from 'react-hook-form';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import * as v from 'valibot';
import { emailAddress } from '@busker/core/text/addresses';
import { ok } from '@busker/core/base/result';
import type { Answer, Failure } from '../../data/failure';
import { useBackend, useSession } from '../../session/session';
import { useText, type MessageId } from '../../messages/text';
import { DeletionNews, useDeletionNews } from '../../account-deletion/leaving';
import { AuthLayout } from './auth-layout';
import {
  EmailField,
  NewPasswordField,
  PasswordField,
  minPasswordLength,
  SignInFailure,
} from '../../sign-in-fields/credentials';
import { nextAddress } from '../../navigation/addresses';
import { later } from '../../loading/later';
import { LoadBoundary } from '../../loading/load-boundary';
import { WaitingPage } from '../../page/page';
import { PlainButton } from '../../theme/theme';

const OtherSignInMethods = later(async () => (await import('./other-sign-in-methods')).OtherSignInMethods);

/** The other sign-in methods stay behind one line, because most people need two fields. Their code loads when the line is pressed. */
function MoreSignInMethods({ email }: { readonly email: string }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const { emailLink, phone, guest, providers } = useBackend().auth.methods;
  if (!emailLink && !phone && !guest && providers.length === 0) return null;
  return (
    <>
      <Button variant="subtle" fullWidth mt="md" aria-expanded={open} onClick={() => setOpen(!open)}>
        {text('signInMethods.other')}
      </Button>
      {open && (
        <LoadBoundary>
          <Suspense>
            <OtherSignInMethods email={email} />
          </Suspense>
        </LoadBoundary>
      )}
    </>
  );
}

interface OtherDoorProps {
  readonly to: '/sign-in' | '/create-account' | '/reset-password';
  readonly label: string;
  /** The typed email, passed on. */
  readonly email?: string;
  readonly small?: boolean;
}

/** A link to another sign-in screen that keeps the page the owner wanted. */
function SignInScreenLink({ to, label, email, small = false }: OtherDoorProps) {
  const { search } = useLocation();
  return (
    <Anchor
      component={Link}
      to={`${to}${search}`}
      {...(email === undefined ? {} : { state: { email } })}
      {...(small ? { size: 'sm' } : { inherit: true, fw: 550 })}
    >
      {label}
    </Anchor>
  );
}

export function BackToSignIn() {
  const text = useText();
  return <SignInScreenLink to="/sign-in" label={text('reset.back')} />;
}

/** The email that was typed on the previous screen, passed in the history entry and never in the URL. */
function typedEmail({ state }: { readonly state: unknown }): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}

const id = <I extends MessageId>(given: I): I => given;

export const emailField = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(id('signIn.emailNeeded')),
  emailAddress(id('signIn.emailWrong')),
);

const signInFields = v.object({
  email: emailField,
  password: v.pipe(v.string(), v.nonEmpty(id('signIn.passwordNeeded'))),
});

const createAccountFields = v.object({
  email: emailField,
  password: v.pipe(v.string(), v.minLength(minPasswordLength, id('create.passwordShort'))),
});

const resetFields = v.object({ email: emailField });

/** Message ids that the schemas above can return, so that every language has its own text. */
type FieldMessage =
  'signIn.emailNeeded' | 'signIn.emailWrong' | 'signIn.passwordNeeded' | 'create.passwordShort';

const fieldMessages: readonly string[] = [
  'signIn.emailNeeded',
  'signIn.emailWrong',
  'signIn.passwordNeeded',
  'create.passwordShort',
] satisfies FieldMessage[];

const isFieldMessage = (message: string | undefined): message is FieldMessage =>
  message !== undefined && fieldMessages.includes(message);

interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface CredentialForm {
  readonly register: UseFormRegister<Credentials>;
  readonly values: Credentials;
  readonly errors: { readonly email: string | undefined; readonly password: string | undefined };
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly submit: (event: React.FormEvent) => void;
  /** Sends the same values again. */
  readonly again: () => void;
}

/** Failures that belong to one field; all others are shown above the button. */
const fields: Partial<Record<Failure['code'], keyof Credentials>> = {
  'auth/invalid-email': 'email',
  'auth/missing-email': 'email',
  'auth/missing-password': 'password',
  'auth/password-does-not-meet-requirements': 'password',
  'auth/weak-password': 'password',
};
const fieldOf = (failure: Failure): keyof Credentials | null => fields[failure.code] ?? null;

function useCredentialForm(
  kind: 'sign-in' | 'create',
  email: string,
  send: (credentials: Credentials) => Answer,
): CredentialForm {
  const text = useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm<Credentials>({
    defaultValues: { email, password: '' },
    resolver: valibotResolver(kind === 'sign-in' ? signInFields : createAccountFields),
    reValidateMode: 'onChange',
  });
  const typed = useWatch({ control: form.control });
  const said = (message: string | undefined) => (isFieldMessage(message) ? text(message) : message);

  const submit = form.handleSubmit(async (credentials) => {
    setFailure(null);
    const answer = await send(credentials);
    if (answer.ok) return;
    const field = fieldOf(answer.problem);
    if (field)
      form.setError(field, { message: text(`failure.${answer.problem.code}`) }, { shouldFocus: true });
    else setFailure(answer.problem);
  });

  const { errors, isSubmitting } = form.formState;
  return {
    register: form.register,
    values: { email: typed.email ?? '', password: typed.password ?? '' },
    errors: { email: said(errors.email?.message), password: said(errors.password?.message) },
    busy: isSubmitting,
    failure,
    submit: (event) => void submit(event),
    again: () => void submit(),
  };
}

export function SignInScreen() {
  const text = useText();
  const { auth } = useBackend();
  const session = useSession();
  const news = useDeletionNews();
  const form = useCredentialForm('sign-in', typedEmail(useLocation()), ({ email, password }) =>
    auth.signIn(email, password),
  );
  const { email } = form.values;
  const reason = session.kind === 'signed-out' && session.reason !== 'left' ? session.reason : null;
  // The failure of a redirect sign-in, shown until the next attempt.
  const brought = session.kind === 'signed-out' ? session.failure : undefined;
  const failure = form.failure ?? brought;

  return (
    <AuthLayout
      title={text('signIn.title')}
      heading={text('signIn.heading')}
      lead={text('signIn.lead')}
      foot={
        <>
          {text('signIn.newHere')}{' '}
          <SignInScreenLink to="/create-account" label={text('signIn.toCreate')} email={email} />
        </>
      }
    >
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          {news && <DeletionNews news={news} />}
          {reason && !news && !failure && (
            <Alert color="yellow" role="status">
              {text(`signIn.left.${reason}`)}
            </Alert>
          )}
          <EmailField error={form.errors.email} {...form.register('email')} />
          <div>
            <PasswordField
              autoComplete="current-password"
              error={form.errors.password}
              {...form.register('password')}
            />
            <Group justify="flex-end" mt={7}>
              <SignInScreenLink to="/reset-password" label={text('signIn.forgot')} email={email} small />
            </Group>
          </div>
          {failure && <SignInFailure failure={failure} email={email} onAgain={form.again} />}
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            {text('signIn.submit')}
          </Button>
        </Stack>
      </form>
      <MoreSignInMethods email={email} />
    </AuthLayout>
  );
}

export function CreateAccountScreen() {
  const text = useText();
  const { auth } = useBackend();
  const [mailed, setMailed] = useState(false);
  const form = useCredentialForm('create', typedEmail(useLocation()), async ({ email, password }) => {
    const answer = await auth.createAccount(email, password);
    if (answer.ok) setMailed(answer.value === 'mailed');
    return answer.ok ? ok(undefined) : answer;
  });
  const { email, password } = form.values;
  // The words say what to do, not whether the address has an account (docs/hosts/security.md).
  if (mailed)
    return (
      <AuthLayout
        title={text('create.title')}
        heading={text('reset.sentHeading')}
        lead={<span role="status">{text('create.mailed', { email })}</span>}
        foot={<BackToSignIn />}
      >
        <PlainButton onClick={() => setMailed(false)}>{text('reset.again')}</PlainButton>
      </AuthLayout>
    );

  return (
    <AuthLayout
      title={text('create.title')}
      heading={text('create.heading')}
      lead={text('create.lead')}
      foot={
        <>
          {text('create.haveOne')}{' '}
          <SignInScreenLink to="/sign-in" label={text('create.toSignIn')} email={email} />
        </>
      }
    >
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          <EmailField error={form.errors.email} {...form.register('email')} />
          <NewPasswordField
            password={password}
            email={email}
            error={form.errors.password}
            {...form.register('password')}
          />
          {form.failure && <SignInFailure failure={form.failure} email={email} onAgain={form.again} />}
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            {text('create.submit')}
          </Button>
        </Stack>
      </form>
      <MoreSignInMethods email={email} />
    </AuthLayout>
  );
}

/**
 * The screens for people who are not signed in; a signed-in owner continues to the page they wanted. The form is usable while the
 * session is still being read.
 */
export function GuestGate() {
  const session = useSession();
  const { search } = useLocation();
  const { auth } = useBackend();
  if (session.kind === 'starting' && auth.comesBack) return <WaitingPage />;
  if (session.kind === 'signed-in')
    return <Navigate to={nextAddress(search, window.location.origin)} replace />;
  return <Outlet />;
}

type Step =
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'sent'; readonly email: string };

interface MailRequestProps {
  /** The purpose of the email: the prefix of its text ids. */
  readonly purpose: 'reset' | 'link';
  readonly send: (email: string) => Answer<unknown>;
}

/** Asks for an email and gives the same answer whether it has an account or not. */
export function MailRequest({ purpose, send }: MailRequestProps) {
  const text = useText();
  const [step, setStep] = useState<Step>({ kind: 'asking' });
  const form = useForm({
    defaultValues: { email: typedEmail(useLocation()) },
    resolver: valibotResolver(resetFields),
  });
  const message = form.formState.errors.email?.message;
  const submit = form.handleSubmit(async ({ email }) => {
    setStep({ kind: 'asking' });
    const answer = await send(email);
    setStep(answer.ok ? { kind: 'sent', email } : { kind: 'failed', failure: answer.problem });
  });

  if (step.kind === 'sent') {
    return (
      <AuthLayout
        title={text(`${purpose}.title`)}
        heading={text(`${purpose}.sentHeading`)}
        lead={<span role="status">{text(`${purpose}.sent`, { email: step.email })}</span>}
        foot={<BackToSignIn />}
      >
        <PlainButton onClick={() => setStep({ kind: 'asking' })}>{text(`${purpose}.again`)}</PlainButton>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={text(`${purpose}.title`)}
      heading={text(`${purpose}.heading`)}
      lead={text(`${purpose}.lead`)}
      foot={<BackToSignIn />}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <EmailField error={isFieldMessage(message) ? text(message) : message} {...form.register('email')} />
          {step.kind === 'failed' && <SignInFailure failure={step.failure} onAgain={() => void submit()} />}
          <Button type="submit" size="md" fullWidth loading={form.formState.isSubmitting}>
            {text(`${purpose}.submit`)}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}

export function ResetScreen() {
  const { auth } = useBackend();
  return <MailRequest purpose="reset" send={(email) => auth.sendPasswordReset(email)} />;
}
