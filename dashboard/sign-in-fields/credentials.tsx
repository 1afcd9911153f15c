import { PasswordInput, Text, TextInput, type PasswordInputProps, type TextInputProps } from '@mantine/core';
import { useCallback, useEffect, useState, type Ref } from 'react';
import { useLocation } from 'react-router';
import { fail, unreachable } from '@busker/core/base/result';
import type { SignInMethods } from '../data/backend';
import { keptText, type Answer, type AuthCode, type Failure } from '../data/failure';
import { useText } from '../messages/text';
import { useBackend } from '../session/session';
import styles from './sign-in-fields.module.css';
import { FailureAlert } from '../feedback/failure-alert';
import { SmallButton } from '../theme/theme';
import { LinkButton } from '../page/page';

type EmailFieldProps = Pick<TextInputProps, 'error' | 'name' | 'value' | 'onChange' | 'onBlur'> & {
  readonly ref?: Ref<HTMLInputElement>;
};

/** The email field, marked up for password managers. */
export function EmailField(props: EmailFieldProps) {
  const text = useText();
  return (
    <TextInput
      label={text('signIn.email')}
      placeholder={text('signIn.emailPlaceholder')}
      type="email"
      autoComplete="username"
      inputMode="email"
      {...props}
    />
  );
}

const strengthLevels = ['weak', 'fair', 'good', 'strong'] as const;
type StrengthLevel = (typeof strengthLevels)[number];

/** The sign-in service's minimum. */
export const minPasswordLength = 6;

const common =
  /password|passwort|qwerty|qwertz|azerty|letmein|welcome|admin|iloveyou|dragon|monkey|football|busker|contrase/i;

function poolSize(password: string): number {
  const pools: readonly (readonly [RegExp, number])[] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[0-9]/, 10],
    [/[^A-Za-z0-9]/, 33],
  ];
  return pools.reduce((size, [pattern, count]) => size + (pattern.test(password) ? count : 0), 0);
}

/** Counts characters that do not continue a run: `aaaa` and `1234` count once. */
function surprises(password: string): number {
  return Array.from(password).filter((character, at, all) => {
    const step = (character.codePointAt(0) ?? 0) - (all[at - 1]?.codePointAt(0) ?? -99);
    return Math.abs(step) > 1;
  }).length;
}

/** A rough estimate in bits that favours length over symbols. It only advises; the minimum length is the rule. */
export function passwordStrength(password: string, email: string): StrengthLevel {
  const local = email.split('@')[0] ?? '';
  const bits = surprises(password) * Math.log2(Math.max(2, poolSize(password)));
  const foretold =
    common.test(password) || (local.length > 2 && password.toLowerCase().includes(local.toLowerCase()));
  const fair = foretold ? bits / 2.5 : bits;
  if (password.length < minPasswordLength || fair < 30) return 'weak';
  if (fair < 48) return 'fair';
  return fair < 70 ? 'good' : 'strong';
}

interface StrengthMeterProps {
  readonly password: string;
  readonly email: string;
}

/** Phrasing content only, so that it can be the field's description, which screen readers read with the field. */
function StrengthMeter({ password, email }: StrengthMeterProps) {
  const text = useText();
  const level = passwordStrength(password, email);
  const reached = password === '' ? 0 : strengthLevels.indexOf(level) + 1;
  return (
    <span className={styles.meter}>
      <span className={styles.bars} data-level={level} aria-hidden="true">
        {strengthLevels.map((name, at) => (
          <span key={name} data-on={at < reached || undefined} />
        ))}
      </span>
      <Text component="span" display="block" size="xs" c="dimmed" aria-live="polite">
        {password === ''
          ? text('strength.none')
          : text('strength.label', { level: text(`strength.${level}`) })}
      </Text>
    </span>
  );
}

type PasswordFieldProps = Pick<
  PasswordInputProps,
  | 'label'
  | 'description'
  | 'error'
  | 'name'
  | 'value'
  | 'onChange'
  | 'onBlur'
  | 'autoComplete'
  | 'required'
  | 'withAsterisk'
> & { readonly ref?: Ref<HTMLInputElement> };

/** A password field with a show button. Mantine sets `aria-invalid` on every field except this one. */
export function PasswordField(props: PasswordFieldProps) {
  const text = useText();
  return (
    <PasswordInput
      label={text('signIn.password')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      visibilityToggleButtonProps={{ 'aria-label': text('signIn.showPassword') }}
      aria-invalid={Boolean(props.error)}
      {...props}
    />
  );
}

interface NewPasswordFieldProps extends Omit<PasswordFieldProps, 'autoComplete' | 'description'> {
  readonly password: string;
  readonly email: string;
}

/** A field for a new password, with a strength meter. */
export function NewPasswordField({ password, email, ...props }: NewPasswordFieldProps) {
  return (
    <PasswordField
      autoComplete="new-password"
      description={<StrengthMeter password={password} email={email} />}
      {...props}
    />
  );
}

/**
 * What helps after a failure of the sign-in service. `mend`: correct the input, or wait. `again`: try again. `sign-in`, `reset`: a link to that
 * screen. `redirect`: the same without a pop-up. `reload`: reload the page.
 */
type NextStep = 'mend' | 'again' | 'sign-in' | 'reset' | 'redirect' | 'reload';

export const nextSteps: Readonly<Record<AuthCode, NextStep>> = {
  'auth/account-exists-with-different-credential': 'sign-in',
  'auth/cancelled-popup-request': 'mend',
  'auth/code-expired': 'mend',
  'auth/credential-already-in-use': 'mend',
  'auth/email-already-in-use': 'sign-in',
  'auth/email-change-needs-verification': 'mend',
  'auth/expired-action-code': 'sign-in',
  'auth/internal-error': 'again',
  'auth/invalid-action-code': 'sign-in',
  'auth/invalid-credential': 'reset',
  'auth/invalid-email': 'mend',
  'auth/invalid-multi-factor-session': 'mend',
  'auth/invalid-phone-number': 'mend',
  'auth/invalid-verification-code': 'mend',
  'auth/invalid-verification-id': 'mend',
  'auth/link-not-opened': 'mend',
  'auth/maximum-second-factor-count-exceeded': 'mend',
  'auth/missing-email': 'mend',
  'auth/missing-password': 'mend',
  'auth/network-request-failed': 'again',
  'auth/no-such-provider': 'reload',
  'auth/operation-not-allowed': 'mend',
  'auth/password-does-not-meet-requirements': 'mend',
  'auth/popup-blocked': 'redirect',
  'auth/popup-closed-by-user': 'mend',
  'auth/provider-already-linked': 'reload',
  'auth/quota-exceeded': 'mend',
  'auth/requires-recent-login': 'mend',
  'auth/second-step-cancelled': 'mend',
  'auth/second-step-unknown': 'mend',
  'auth/timeout': 'again',
  'auth/too-many-requests': 'reset',
  'auth/unauthorized-domain': 'mend',
  'auth/unsupported-first-factor': 'mend',
  'auth/user-cancelled': 'mend',
  'auth/user-disabled': 'mend',
  'auth/user-mismatch': 'mend',
  'auth/user-token-expired': 'sign-in',
  'auth/weak-password': 'mend',
  'auth/web-storage-unsupported': 'reload',
};

/** The answer about a text that is no email address, without a question to the service, whose own rule is another one. */
export const notAnEmail = (): Answer<never> => Promise.resolve(fail<Failure>({ code: 'auth/invalid-email' }));

const isAuthCode = (code: string): code is AuthCode => Object.hasOwn(nextSteps, code);

interface SignInFailureProps {
  readonly failure: Failure;
  /** A sentence that fits this place better than the one of the failure's code. */
  readonly says?: string | undefined;
  /** The typed email, passed to the next screen. */
  readonly email?: string;
  readonly onAgain?: (() => void) | undefined;
  /** Offers the same without a pop-up. */
  readonly onRedirect?: (() => void) | undefined;
}

/** A failure of the sign-in service, with the step that helps. */
export function SignInFailure({ failure, says, email = '', onAgain, onRedirect }: SignInFailureProps) {
  const text = useText();
  const { pathname, search } = useLocation();
  const step = isAuthCode(failure.code) ? nextSteps[failure.code] : 'again';
  const carried = { email };
  const act = (label: string, run: () => void) => <SmallButton onClick={run}>{label}</SmallButton>;
  const go = (label: string, to: string) => (
    <LinkButton to={`${to}${search}`} state={carried} size="compact-sm" variant="default">
      {label}
    </LinkButton>
  );
  const help = () => {
    switch (step) {
      case 'mend':
        return null;
      case 'again':
        return onAgain ? act(text('failure.retry'), onAgain) : null;
      case 'sign-in':
        return pathname === '/sign-in' ? null : go(text('failure.signIn'), '/sign-in');
      case 'reset':
        return pathname === '/reset-password' ? null : go(text('failure.reset'), '/reset-password');
      case 'redirect':
        return onRedirect ? act(text('signInMethods.sameWindow'), onRedirect) : null;
      case 'reload':
        return act(text('failure.reload'), () => window.location.reload());
      default:
        return unreachable(step);
    }
  };
  return (
    <FailureAlert failure={failure} says={says}>
      {help()}
    </FailureAlert>
  );
}

type SignInActionState =
  | { readonly kind: 'idle' }
  /** `name` = which of several buttons was pressed. */
  | { readonly kind: 'busy'; readonly name: string }
  | { readonly kind: 'failed'; readonly name: string; readonly failure: Failure };

/** Runs one sign-in action at a time. Its code is loaded early, because browsers allow a pop-up only directly after a click. */
export function useSignInAction() {
  const { auth } = useBackend();
  const [state, setState] = useState<SignInActionState>({ kind: 'idle' });
  useEffect(() => {
    // Offline: loaded again with the click.
    auth.openSignInMethods().catch(() => {});
  }, [auth]);

  const go = useCallback(
    async <T,>(name: string, work: (methods: SignInMethods) => Answer<T>): Answer<T> => {
      setState({ kind: 'busy', name });
      const methods = await auth.openSignInMethods().catch(() => null);
      const answer = methods ? await work(methods) : fail<Failure>({ code: 'auth/network-request-failed' });
      setState(answer.ok ? { kind: 'idle' } : { kind: 'failed', name, failure: answer.problem });
      return answer;
    },
    [auth],
  );
  const forget = useCallback(() => setState({ kind: 'idle' }), []);
  return { state, go, forget };
}

/** The email for which this device requested a sign-in link, so that the link need not ask for it. */
export const linkEmail = keptText('busker-awaits-link');
