import { VisuallyHidden } from '@mantine/core';
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';

const AnnouncerContext = createContext<(message: string) => void>(() => {});

/** The page's one polite live region. Every message is a new node, so that a repeated message is announced again. */
export function AnnouncerProvider({ children }: { readonly children: ReactNode }) {
  const [spoken, setSpoken] = useState({ message: '', count: 0 });
  const announce = useCallback(
    (message: string) => setSpoken((before) => ({ message, count: before.count + 1 })),
    [],
  );
  return (
    <AnnouncerContext value={announce}>
      {children}
      <VisuallyHidden role="status" aria-live="polite" aria-atomic="true">
        <span key={spoken.count}>{spoken.message}</span>
      </VisuallyHidden>
    </AnnouncerContext>
  );
}

export const useAnnounce = () => useContext(AnnouncerContext);
