import { Navigate, Outlet, useLocation } from 'react-router';
import { WaitingPage } from '../../ui/whole-page';
import { useBackend, useSession } from '../../data/session';
import { nextAddress } from '../../shared/sign-in/next-address';

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
