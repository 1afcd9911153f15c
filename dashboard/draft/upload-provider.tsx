import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { useBackend } from '../shared/use-backend';
import { useOwner } from '../shared/use-session';
import { UploadDesk } from './upload-desk';

const UploadContext = createContext<UploadDesk | null>(null);

/** Above all screens, so that going to another one ends no upload. Closing the page would: the browser asks then. */
export function UploadProvider({ children }: { readonly children: ReactNode }) {
  const backend = useBackend();
  const { uid } = useOwner();
  const [desk] = useState(() => new UploadDesk(() => backend.openFiles(uid)));
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (desk.isBusy) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      desk.dropAll();
    };
  }, [desk]);
  return <UploadContext value={desk}>{children}</UploadContext>;
}

export function useUploads(): UploadDesk {
  const desk = useContext(UploadContext);
  if (!desk) throw new Error('useUploads needs an UploadProvider above it.');
  return desk;
}
