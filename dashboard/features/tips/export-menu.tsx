import { Button, Menu } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { exportFormats, type ExportFormat } from '../../../core/documents/export-document';
import { useText } from '../../messages/text';
import { useExport } from '../../shared/exports/use-export';
import { FailureAlert } from '../../ui/failure-alert';
import { useToast } from '../../ui/toast';

/** All tips as a file from the server, independent of filters. With many tips the file is prepared, and waits on the account screen. */
export function ExportMenu() {
  const text = useText();
  const { step, take, dialog } = useExport();
  const { notify } = useToast();
  const start = async (format: ExportFormat) => {
    if ((await take(format)) === 'preparing') notify(text('export.preparing'));
  };
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            loading={step.kind === 'asking'}
            leftSection={<IconDownload size={15} aria-hidden />}
          >
            {text('tips.export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {exportFormats.map((format) => (
            <Menu.Item key={format} onClick={() => void start(format)}>
              {text(`export.${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {step.kind === 'failed' && <FailureAlert failure={step.failure} />}
      {dialog}
    </>
  );
}
