import { Navigate, Outlet, useLocation } from 'react-router';
import { PageSkeleton } from '../../ui/page-skeleton';
import { useSession } from '../../use-session';
import { nextAddress } from './next-address';

/** The screens for people who are not signed in; a signed-in owner goes on to where he wanted to be. */
export function GuestGate() {
  const session = useSession();
  const { search } = useLocation();
  if (session.kind === 'starting') return <PageSkeleton />;
  if (session.kind === 'signed-in')
    return <Navigate to={nextAddress(search, window.location.origin)} replace />;
  return <Outlet />;
}
