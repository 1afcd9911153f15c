import { Navigate, Outlet, useLocation } from 'react-router';
import { WaitingPage } from '../../ui/whole-page';
import { useBackend } from '../../shared/use-backend';
import { useSession } from '../../shared/use-session';
import { nextAddress } from '../../shared/sign-in/next-address';

/**
 * The screens for people who are not signed in; a signed-in owner goes on to where he wanted to be. While that is still being found out
 * the form is already there to be filled in.
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
