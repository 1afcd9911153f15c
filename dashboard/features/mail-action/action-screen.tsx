import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { unreachable } from '../../../core/base/result';
import { useText } from '../../messages/text';
import { AuthLayout } from '../../shared/sign-in/auth-layout';
import { ApplyLink } from './apply-link';
import { mailedLink } from './mailed-link';
import { RecoverAddress } from './recover-address';
import { ResetPassword } from './reset-password';
import { RevertApp } from './revert-app';
import { SignInByLink } from './sign-in-by-link';
import { ToSignIn } from './continue-links';

/** The page's address is passed on in the history entry. */
function kept(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('mailed' in state)) return null;
  return typeof state.mailed === 'string' ? state.mailed : null;
}

/** The page that emailed links open. The one-time code leaves the address bar at once, so that nobody copies or logs it. */
export function ActionScreen() {
  const text = useText();
  const navigate = useNavigate();
  const at = useLocation();
  const { pathname, search } = at;
  const href = kept(at.state) ?? `${window.location.origin}${pathname}${search}`;
  const link = mailedLink(href);

  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true, state: { mailed: href } });
  }, [search, pathname, href, navigate]);

  switch (link.kind) {
    case 'verify':
    case 'change':
      return <ApplyLink key={link.code} kind={link.kind} code={link.code} next={link.next} />;
    case 'recover':
      return <RecoverAddress key={link.code} code={link.code} />;
    case 'reset':
      return <ResetPassword key={link.code} code={link.code} />;
    case 'revert':
      return <RevertApp key={link.code} code={link.code} />;
    case 'sign-in':
      return <SignInByLink key={link.href} href={link.href} next={link.next} />;
    case 'broken':
      return (
        <AuthLayout
          title={text('action.title')}
          heading={text('action.brokenHeading')}
          lead={text('action.brokenText')}
        >
          <ToSignIn />
        </AuthLayout>
      );
    default:
      return unreachable(link);
  }
}
