import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { Monthly } from '../../../core/monthly/monthly';
import { useText } from '../../messages/text';
import { regionalLocale } from '../../shared/exports/table-style';
import { saveFile } from '../../shared/save-file';
import { Trouble } from '../../ui/failure-alert';

/** The shown supporters as a table. The list is here already, so the file is made here. */
export function ExportSupporters({ supporters }: { readonly supporters: readonly Monthly[] }) {
  const text = useText();
  const { locale } = useIntl();
  const [failed, setFailed] = useState(false);
  const save = async () => {
    try {
      const { supportersTable } = await import('./supporters-file');
      const table = supportersTable(supporters, regionalLocale(locale));
      const day = new Date().toISOString().slice(0, 10);
      saveFile(new Blob([table], { type: 'text/csv; charset=utf-8' }), `busker-supporters-${day}.csv`);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <div>
      <Button
        size="xs"
        variant="default"
        disabled={supporters.length === 0}
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={() => void save()}
      >
        {text('supporters.export')}
      </Button>
      {failed && <Trouble says={text('failure.part')} onRetry={() => void save()} />}
    </div>
  );
}
