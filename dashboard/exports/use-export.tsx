import { useCallback, useState, type ReactNode } from 'react';
import { exportFileName, type ExportChoice, type OwnerExport } from '@busker/core/account/export-document';
import { useReauthentication } from '../sign-in-fields/use-reauthentication';
import type { Failure } from '../data/failure';
import { useOwned, type Live } from '../session/owner-documents';
import { useBackend } from '../session/session';
import { saveFile } from './export-file';

type Step =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly failure: Failure };

interface Exporting {
  readonly step: Step;
  /** Saves tips as a file. With many tips, the server starts to prepare the file. Answers what happened. */
  readonly take: (choice: ExportChoice) => Promise<'saved' | 'preparing' | 'failed'>;
  readonly prepare: (choice: ExportChoice) => Promise<'preparing' | 'failed'>;
  /** Downloads the prepared file. */
  readonly download: () => Promise<void>;
  /** To be rendered beside the buttons: asks for a recent sign-in. */
  readonly dialog: ReactNode;
}

/** The latest export of the owner; null = there was none. */
export function useLatestExport(): Live<OwnerExport | null> {
  return useOwned<OwnerExport | null>(['export'], (store, watcher) => store.watchExport(watcher));
}

export function useExport(): Exporting {
  const { money } = useBackend();
  const { run, dialog } = useReauthentication();
  const [step, setStep] = useState<Step>({ kind: 'idle' });
  const failed = (failure: Failure) => {
    setStep({ kind: 'failed', failure });
    return 'failed' as const;
  };
  const prepare = useCallback(
    async (choice: ExportChoice) => {
      setStep({ kind: 'asking' });
      const answer = await run(() => money.prepareExport(choice));
      if (!answer.ok) return failed(answer.problem);
      setStep({ kind: 'idle' });
      return 'preparing' as const;
    },
    [money, run],
  );
  const take = async (choice: ExportChoice) => {
    setStep({ kind: 'asking' });
    const answer = await run(() => money.exportTips(choice));
    if (!answer.ok && answer.problem.code === 'api/export-too-large') return prepare(choice);
    if (!answer.ok) return failed(answer.problem);
    setStep({ kind: 'idle' });
    saveFile(answer.value, exportFileName(choice, Date.now()));
    return 'saved' as const;
  };
  const download = async () => {
    setStep({ kind: 'asking' });
    const answer = await run(() => money.exportLink());
    if (!answer.ok) return void failed(answer.problem);
    setStep({ kind: 'idle' });
    follow(answer.value.url);
  };
  return { step, take, prepare, download, dialog };
}

/** The answer is an attachment, so this page stays. */
function follow(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.rel = 'noreferrer';
  link.click();
}
