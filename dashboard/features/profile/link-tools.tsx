import { Group } from '@mantine/core';
import { useState } from 'react';
import { LateDialog } from '../../dialog/dialog';
import { saveFile } from '../../exports/export-file';
import { useToast } from '../../feedback/toast';
import { later } from '../../loading/later';
import { useText } from '../../messages/text';
import { loaded, usePublished } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { SlimButton } from '../../theme/owner-parts';

const ImportDialog = later(async () => (await import('./import-links')).ImportDialog);

export function LinkTools({ handle }: { readonly handle: string | null }) {
  const text = useText();
  const { siteChecks } = useBackend();
  const published = loaded(usePublished());
  const { notify, failed } = useToast();
  const [busy, setBusy] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const close = () => setImporting(false);

  const check = async () => {
    setBusy(true);
    const answer = await siteChecks.checkLinks();
    setBusy(false);
    if (!answer.ok) return failed(answer.problem);
    const sick = Object.values(answer.value.links).filter(
      ({ state }) => state !== 'ok' && state !== 'unknown',
    );
    notify(text('links.checked', { count: sick.length }));
  };
  const take = async (name: string) => {
    const answer = await siteChecks.exportProfile(name);
    if (!answer.ok) return failed(answer.problem);
    const { file, hasPictures } = await (await import('./profile-file')).profileFile(answer.value, published);
    saveFile(file, `busker-${name}.json`);
    if (hasPictures) notify(text('links.exportedNoPictures'));
  };

  return (
    <Group gap="xs" mt="md">
      {handle && (
        <>
          <SlimButton loading={busy} onClick={() => void check()}>
            {text('links.check')}
          </SlimButton>
          <SlimButton onClick={() => void take(handle)}>{text('links.export')}</SlimButton>
        </>
      )}
      <SlimButton onClick={() => setImporting(true)}>{text('import.open')}</SlimButton>
      {isImporting && (
        <LateDialog title={text('import.open')} onClose={close}>
          <ImportDialog onClose={close} />
        </LateDialog>
      )}
    </Group>
  );
}
