import { Button, Group, NativeSelect, Radio, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import {
  exportFormats,
  separators,
  wholeExport,
  type ExportChoice,
  type ExportFormat,
  type Separator,
} from '../../../core/account/export-document';
import type { TipFilter } from '../../../core/tip/tip-filter';
import { useText } from '../../messages/text';
import { regionalLocale, tableWith, usualTable } from '../../exports/export-file';
import { useTimeZone } from '../../preferences/preferences';
import { isBackwards, PeriodFields, isNarrow } from './tip-filters';
import styles from './tips.module.css';

interface ExportFormProps {
  readonly filter: TipFilter;
  readonly busy: boolean;
  readonly failure: ReactNode;
  readonly onCancel: () => void;
  readonly onSend: (choice: ExportChoice) => Promise<void>;
}

/** Which tips, and which kind of file. The period of the list can be changed for the file alone. */
export function ExportForm({ filter, busy, failure, onCancel, onSend }: ExportFormProps) {
  const text = useText();
  const locale = regionalLocale(useIntl().locale);
  const zone = useTimeZone();
  const [what, setWhat] = useState<'shown' | 'everything'>(isNarrow(filter) ? 'shown' : 'everything');
  const [days, setDays] = useState({ from: filter.from, until: filter.until });
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [separator, setSeparator] = useState(usualTable(locale).separator);
  const send = () => {
    const file = { ...wholeExport(format), ...tableWith(separator, locale), zone };
    void onSend(what === 'shown' ? { ...file, ...filter, ...days } : file);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap="md">
        <Radio.Group
          label={text('tips.exportWhat')}
          value={what}
          onChange={(value) => setWhat(value === 'shown' ? 'shown' : 'everything')}
        >
          <Stack gap={8} mt={6}>
            <Radio value="shown" label={text('tips.exportShown')} data-autofocus />
            <Radio value="everything" label={text('tips.exportEverything')} />
          </Stack>
        </Radio.Group>
        {what === 'shown' && (
          <div className={styles.period}>
            <PeriodFields days={days} onDays={setDays} />
          </div>
        )}
        <Radio.Group
          label={text('tips.exportFormat')}
          value={format}
          onChange={(value) => setFormat(exportFormats.find((one) => one === value) ?? 'csv')}
        >
          <Stack gap={8} mt={6}>
            {exportFormats.map((one) => (
              <Radio
                key={one}
                value={one}
                label={text(`tips.exportFormat.${one}`)}
                description={one === 'bookkeeping' ? text('tips.exportBookkeepingNote') : undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        {format !== 'json' && (
          <NativeSelect
            size="sm"
            label={text('tips.separator')}
            description={text('tips.separatorNote')}
            value={separator}
            onChange={(event) => setSeparator(readSeparator(event.currentTarget.value))}
            data={separators.map((value) => ({ value, label: labelOf(value) }))}
          />
        )}
        {failure}
        <Group justify="flex-end">
          <Button variant="default" disabled={busy} onClick={onCancel}>
            {text('refund.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={what === 'shown' && isBackwards(days)}>
            {text('tips.exportSend')}
          </Button>
        </Group>
      </Stack>
    </form>
  );

  function labelOf(value: Separator): string {
    const { decimal } = tableWith(value, locale);
    return text(`tips.separator.${value}`, { example: decimal === 'comma' ? '5,00' : '5.00' });
  }
}

const readSeparator = (given: string): Separator => separators.find((one) => one === given) ?? 'comma';
