import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import type { OwnerUser, Session } from './backend';
import { useLanguage } from '../messages/language-provider';
import { useBackend } from './use-backend';

const SessionContext = createContext<Session>({ kind: 'starting' });

export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const { auth } = useBackend();
  const [session, setSession] = useState<Session>({ kind: 'starting' });
  const { language } = useLanguage();
  useEffect(() => auth.watchSession(setSession), [auth]);
  useEffect(() => auth.speak(language), [auth, language]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

export const useSession = (): Session => useContext(SessionContext);

/** The signed-in owner. Only for use inside the shell. */
export function useOwner(): OwnerUser {
  const session = useSession();
  if (session.kind !== 'signed-in') throw new Error('useOwner needs a signed-in session above it.');
  return session.user;
}
