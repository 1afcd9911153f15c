import { Button, Group, NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router';
import {
  exportFormats,
  separators,
  wholeExport,
  type ExportChoice,
  type ExportFormat,
  type Separator,
} from '@busker/core/account/export-document';
import { sumsOf } from '@busker/core/books/book-sums';
import type { Tip } from '@busker/core/tip/tip';
import { tipTest, type TipFilter } from '@busker/core/tip/tip-filter';
import { IconDownload } from '../../icons/screen-icons';
import { useText } from '../../messages/text';
import { regionalLocale, tableWith, usualTable } from '../../exports/export-file';
import { useExport } from '../../exports/use-export';
import { useTimeZone } from '../../preferences/preferences';
import { useNewTips } from '../../tips/new-tips';
import { PanelsSkeleton } from '../../page/page';
import { Dialog } from '../../dialog/dialog';
import { FailureAlert } from '../../feedback/failure-alert';
import { Panel } from '../../panel/panel';
import { useToast } from '../../feedback/toast';
import { type TipListState } from './use-tip-list';
import {
  filterOf,
  filterQuery,
  isBackwards,
  isNarrow,
  isUnknown,
  PeriodFields,
  TipFilters,
} from './tip-filters';
import { ThankBar, useChoice } from './thank-many';
import { feeApart, TipList } from './tip-list';
import styles from './tips.module.css';
import { TotalsRow, type Counted } from './totals-row';

interface ExportFormProps {
  readonly filter: TipFilter;
  readonly busy: boolean;
  readonly failure: ReactNode;
  readonly onCancel: () => void;
  readonly onSend: (choice: ExportChoice) => Promise<void>;
}

/** Which tips, and which kind of file. The period of the list can be changed for the file alone. */
function ExportForm({ filter, busy, failure, onCancel, onSend }: ExportFormProps) {
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
        size="sm"
        px="sm"
        variant="default"
        className={styles.export ?? ''}
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        <span>{text('tips.export')}</span>
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

/** Filter and open tip are part of the address, so they survive a reload, the back button and sharing. */
export function useTipAddress() {
  const [query, setQuery] = useSearchParams();
  const address = query.toString();
  return useMemo(() => {
    const now = new URLSearchParams(address);
    const filter = filterOf(now);
    const list = `?${new URLSearchParams(filterQuery(filter)).toString()}`;
    // Called for every row while scrolling, so it only joins strings.
    const withTip = (tipId: string) => `${list}${list === '?' ? '' : '&'}tip=${encodeURIComponent(tipId)}`;
    return {
      filter,
      isUnknown: isUnknown(now, filter),
      tipId: now.get('tip'),
      linkTo: withTip,
      close: () => setQuery(list),
      change: (next: TipFilter) => setQuery(filterQuery(next), { replace: true }),
    };
  }, [address, setQuery]);
}

/** The server has the totals of all tips. For a filter, and when all tips are read, this page adds them up, with their fees. */
function useCounted(
  shown: readonly Tip[],
  narrow: boolean,
  { known, readAt }: TipListState,
  searching: boolean,
  onAddFees: () => void,
): Counted {
  return useMemo(() => {
    if (!narrow && (known.more || known.stale)) {
      if (searching) return { kind: 'server', fees: { kind: 'reading', count: known.tips.length } };
      if (known.stale)
        return { kind: 'server', fees: null, cached: { sums: sumsOf(shown), more: known.more } };
      return { kind: 'server', fees: { kind: 'on-request', onAdd: onAddFees } };
    }
    const state = searching ? 'reading' : known.more || known.stale ? 'stopped' : 'done';
    const apart = [...new Set(shown.flatMap((tip) => feeApart(tip) ?? []))];
    return { kind: 'read', narrow, sums: sumsOf(shown), count: known.tips.length, state, at: readAt, apart };
  }, [shown, narrow, known, readAt, searching, onAddFees]);
}

interface FoundTipsProps {
  /** The owner chooses tips to thank for. */
  readonly thanking: boolean;
  readonly onThanked: () => void;
  readonly list: TipListState;
  readonly at: ReturnType<typeof useTipAddress>;
}

export function FoundTips({ list, at, thanking, onThanked }: FoundTipsProps) {
  const text = useText();
  const { known, readOlder, reading, failure } = list;
  const { filter, linkTo, change } = at;
  const arrived = useNewTips();
  const zone = useTimeZone();
  const shown = useMemo(() => known.tips.filter(tipTest(filter, zone)), [known.tips, filter, zone]);
  const narrow = isNarrow(filter);
  const [withFees, setWithFees] = useState(false);
  const choice = useChoice(shown, thanking);
  const searching =
    (narrow || withFees || choice.needsMore) && known.more && !known.stale && failure === null;
  const addFees = useCallback(() => {
    setWithFees(true);
    readOlder();
  }, [readOlder]);
  const counted = useCounted(shown, narrow, list, searching, addFees);

  // A search covers all tips, not only those loaded. So do fees, which the server's totals do not have.
  useEffect(() => {
    if (searching && !reading) readOlder();
  }, [searching, reading, readOlder]);
  const more = useCallback(() => {
    if (failure === null) readOlder();
  }, [failure, readOlder]);
  const nothing = shown.length === 0;
  useEffect(() => {
    if (nothing && !reading) more();
  }, [nothing, reading, more]);

  return (
    <>
      <TotalsRow counted={counted} listFailed={false} />
      {withFees && failure && <FailureAlert failure={failure} onRetry={readOlder} />}
      {at.isUnknown && (
        <Text size="sm" role="status" mb="xs">
          {text('tips.unknownFilter')}
        </Text>
      )}
      <TipFilters
        filter={filter}
        onFilter={change}
        tips={known.tips}
        shown={shown.length}
        searching={searching}
        actions={<ExportMenu filter={filter} />}
      />
      {thanking && (
        <ThankBar
          choice={choice}
          searching={searching}
          onStop={onThanked}
          onAnswered={(tips) => tips.forEach(list.seen)}
        />
      )}
      {nothing && !searching && (
        <Panel>
          <Text c="dimmed" ta="center" py="lg">
            {text(narrow ? 'tips.noneFound' : 'tips.noneReceived')}
          </Text>
        </Panel>
      )}
      {nothing && searching && <PanelsSkeleton shape="list" />}
      {!nothing && (
        <TipList
          tips={shown}
          arrived={arrived}
          linkTo={linkTo}
          choice={thanking ? choice : undefined}
          onEnd={more}
        />
      )}
      {failure && !withFees && <FailureAlert failure={failure} onRetry={readOlder} />}
      {reading && !nothing && (
        <Text size="sm" c="dimmed" ta="center" mt="sm">
          {text('tips.readingOlder')}
        </Text>
      )}
    </>
  );
}
