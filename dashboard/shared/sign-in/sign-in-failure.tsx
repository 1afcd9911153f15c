import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { unreachable } from '../../../core/base/result';
import type { AuthCode, Failure } from '../../data/failure';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';

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
  const act = (label: string, run: () => void) => (
    <Button size="compact-sm" variant="default" onClick={run}>
      {label}
    </Button>
  );
  const go = (label: string, to: string) => (
    <Button component={Link} to={`${to}${search}`} state={carried} size="compact-sm" variant="default">
      {label}
    </Button>
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
