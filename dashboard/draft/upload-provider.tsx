import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { useBackend, useOwner } from '../data/session';
import { UploadQueue } from './upload-queue';

const UploadContext = createContext<UploadQueue | null>(null);

/** Mounted above all screens, so that an upload continues on another screen. Closing the page would end it, so the browser asks first. */
export function UploadProvider({ children }: { readonly children: ReactNode }) {
  const backend = useBackend();
  const { uid } = useOwner();
  const [queue] = useState(() => new UploadQueue(() => backend.openFiles(uid)));
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (queue.isBusy) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      queue.dropAll();
    };
  }, [queue]);
  return <UploadContext value={queue}>{children}</UploadContext>;
}

export function useUploads(): UploadQueue {
  const queue = useContext(UploadContext);
  if (!queue) throw new Error('useUploads needs an UploadProvider above it.');
  return queue;
}
