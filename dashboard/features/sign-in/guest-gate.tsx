import { Navigate, Outlet, useLocation } from 'react-router';
import { WaitingPage } from '../../ui/whole-page';
import { useSession } from '../../use-session';
import { nextAddress } from './next-address';

/** The screens for people who are not signed in; a signed-in owner goes on to where he wanted to be. */
export function GuestGate() {
  const session = useSession();
  const { search } = useLocation();
  if (session.kind === 'starting') return <WaitingPage />;
  if (session.kind === 'signed-in')
    return <Navigate to={nextAddress(search, window.location.origin)} replace />;
  return <Outlet />;
}
