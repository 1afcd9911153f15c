import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { exportFormats, wholeExport, type ExportFormat } from '../../../core/documents/export-choice';
import { useText } from '../../messages/text';
import { ExportStatus } from '../../shared/exports/export-status';
import { regionalLocale, usualTable } from '../../shared/exports/table-style';
import { useExport } from '../../shared/exports/use-export';
import { useTimeZone } from '../../shared/time-zone';
import { FailureAlert } from '../../ui/failure-alert';
import { Panel } from '../../ui/panel';
import { useToast } from '../../ui/toast';

/** The owner's data as a file: at once, or with many tips prepared by the server. */
export function ExportPanel() {
  const text = useText();
  const { locale } = useIntl();
  const zone = useTimeZone();
  const { step, take, dialog } = useExport();
  const { notify } = useToast();
  const [asked, setAsked] = useState<ExportFormat | null>(null);
  const start = async (format: ExportFormat) => {
    setAsked(format);
    const table = usualTable(regionalLocale(locale));
    const taken = await take({ ...wholeExport(format), ...table, zone });
    if (taken === 'preparing') notify(text('export.preparing'));
  };
  return (
    <Panel id="export" heading={text('export.heading')} note={text('export.note')}>
      <Stack gap="md" align="flex-start">
        <Group gap="sm">
          {exportFormats.map((format) => (
            <Button
              key={format}
              variant="default"
              loading={step.kind === 'asking' && asked === format}
              disabled={step.kind === 'asking' && asked !== format}
              onClick={() => void start(format)}
            >
              {text(`export.${format}`)}
            </Button>
          ))}
        </Group>
        {step.kind === 'failed' && <FailureAlert failure={step.failure} />}
        <ExportStatus />
      </Stack>
      {dialog}
    </Panel>
  );
}
