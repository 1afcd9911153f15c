import { Button, Menu } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useState } from 'react';
import { useText } from '../../messages/text';
import { saveFile } from '../../shared/save-file';
import { useToast } from '../../ui/toast';
import { useBackend } from '../../shared/use-backend';
import { exportFormats, type ExportFormat } from '../../shared/owner-money';

/** All tips as a file from the server, independent of filters. */
export function ExportMenu() {
  const text = useText();
  const { money } = useBackend();
  const { failed } = useToast();
  const [busy, setBusy] = useState(false);
  const take = async (format: ExportFormat) => {
    setBusy(true);
    const answer = await money.exportTips(format);
    setBusy(false);
    if (answer.ok) saveFile(answer.value, `busker-tips.${format}`);
    else failed(answer.problem);
  };
  return (
    <Menu>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          loading={busy}
          leftSection={<IconDownload size={15} aria-hidden />}
        >
          {text('tips.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {exportFormats.map((format) => (
          <Menu.Item key={format} onClick={() => void take(format)}>
            {text(`tips.export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
