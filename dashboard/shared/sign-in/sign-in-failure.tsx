import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { unreachable } from '../../../core/base/result';
import type { Failure } from '../../data/failure';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';
import { isAuthCode, nextSteps } from './next-step';

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
