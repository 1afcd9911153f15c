import { useEffect } from 'react';
import { useBackend, useOwner } from '../data/session';

/** Lets the server look at the account's sign-in methods whenever they change, and at the start: it mails the owner about new ones. */
export function MethodWatch() {
  const { api } = useBackend();
  const { isGuest, providers } = useOwner();
  const methods = providers.map(({ providerId }) => providerId).join(' ');
  useEffect(() => {
    // A lost request is made up for by the next start.
    if (!isGuest) void api.tellMethods();
  }, [api, isGuest, methods]);
  return null;
}
