import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useIntl } from 'react-intl';
import { wholeExport } from '../../../core/documents/export-choice';
import { useText } from '../../messages/text';
import { regionalLocale, usualTable } from '../../shared/exports/table-style';
import { useExport } from '../../shared/exports/use-export';
import { useTimeZone } from '../../shared/time-zone';
import { useToast } from '../../ui/toast';

/** What moved on the owner's balance in a year, as a table for bookkeeping. */
export function useBookkeepingFile(year: number) {
  const text = useText();
  const { locale } = useIntl();
  const zone = useTimeZone();
  const { step, take, dialog } = useExport();
  const { notify } = useToast();
  const download = async () => {
    const table = usualTable(regionalLocale(locale));
    const days = { from: `${year}-01-01`, until: `${year}-12-31` };
    const taken = await take({ ...wholeExport('bookkeeping'), ...table, zone, ...days });
    if (taken === 'preparing') notify(text('export.preparing'));
  };
  return {
    failure: step.kind === 'failed' ? step.failure : null,
    dialog,
    button: (
      <Button
        variant="default"
        loading={step.kind === 'asking'}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void download()}
      >
        {text('export.bookkeeping')}
      </Button>
    ),
  };
}
