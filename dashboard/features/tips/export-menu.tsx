import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useState } from 'react';
import type { TipFilter } from '../../../core/tip/tip-filter';
import { useText } from '../../messages/text';
import { useExport } from '../../shared/exports/use-export';
import { Dialog } from '../../ui/dialog';
import { FailureAlert } from '../../ui/failure-alert';
import { useToast } from '../../ui/toast';
import { ExportForm } from './export-form';

interface ExportMenuProps {
  /** What the list shows. */
  readonly filter: TipFilter;
}

/** Tips as a file from the server: what the list shows, or everything. With many tips the file is prepared, and waits on the account screen. */
export function ExportMenu({ filter }: ExportMenuProps) {
  const text = useText();
  const { step, take, dialog } = useExport();
  const { notify } = useToast();
  const [open, setOpen] = useState(false);
  const busy = step.kind === 'asking';
  const close = () => !busy && setOpen(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {text('tips.export')}
      </Button>
      <Dialog open={open} onClose={close} title={text('tips.exportTitle')}>
        <ExportForm
          filter={filter}
          busy={busy}
          failure={step.kind === 'failed' ? <FailureAlert failure={step.failure} /> : null}
          onCancel={close}
          onSend={async (choice) => {
            const taken = await take(choice);
            if (taken === 'preparing') notify(text('export.preparing'));
            if (taken !== 'failed') setOpen(false);
          }}
        />
      </Dialog>
      {dialog}
    </>
  );
}
