import { Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { isWhole, type OwnerExport } from '@busker/core/account/export-document';
import { IconDownload } from '../../icons/screen-icons';
import { useText } from '../../messages/text';
import { useExport, useLatestExport } from '../../exports/use-export';
import { FailureAlert, Trouble } from '../../feedback/failure-alert';
import { StepProgress } from '../../feedback/announcer';
import { PlainButton, Small, SmallButton } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';

/** The export that is being prepared, or that can be downloaded. Nothing when there is none. */
export function ExportStatus() {
  const latest = useLatestExport();
  if (latest.kind === 'failed') return <FailureAlert failure={latest.failure} onRetry={latest.retry} />;
  return latest.kind === 'ready' && latest.value ? <Shown latest={latest.value} /> : null;
}

function Shown({ latest }: { readonly latest: OwnerExport }) {
  const text = useText();
  const { step, prepare, download, dialog } = useExport();
  const { state, format, choice } = latest;
  const isOver = useIsPast(state.name === 'ready' ? state.expiresAt : Infinity);
  const again = () => void prepare(choice);
  return (
    <div role="group" aria-label={text('export.label')}>
      {!isWhole(choice) && format !== 'bookkeeping' && <Quiet>{text('export.part')}</Quiet>}
      {state.name === 'running' && <Preparing done={state.done} total={state.total} />}
      {state.name === 'retrying' && (
        <>
          <Preparing done={state.done} total={state.total} />
          <Trouble says={text('export.retrying')} onRetry={again} />
        </>
      )}
      {state.name === 'ready' && !isOver && (
        <Ready
          state={state}
          format={format}
          busy={step.kind === 'asking'}
          onDownload={() => void download()}
        />
      )}
      {state.name === 'ready' && isOver && (
        <Group gap="xs">
          <Small>{text('export.expired')}</Small>
          <SmallButton loading={step.kind === 'asking'} onClick={again}>
            {text('export.again')}
          </SmallButton>
        </Group>
      )}
      {step.kind === 'failed' && <FailureAlert failure={step.failure} />}
      {dialog}
    </div>
  );
}

function Preparing({ done, total }: { readonly done: number; readonly total: number | null }) {
  const text = useText();
  return (
    <StepProgress
      name={text('export.label')}
      says={total === null ? text('export.starting') : text('export.running', { done, total })}
      spoken={text('export.starting')}
      share={total === null || total === 0 ? null : done / total}
    />
  );
}

interface ReadyProps {
  readonly state: Extract<OwnerExport['state'], { name: 'ready' }>;
  readonly format: OwnerExport['format'];
  readonly busy: boolean;
  readonly onDownload: () => void;
}

function Ready({
  state: { tips, unreadable = 0, unreadPayouts = 0, bytes, expiresAt },
  format,
  busy,
  onDownload,
}: ReadyProps) {
  const text = useText();
  const intl = useIntl();
  const size = intl.formatNumber(Math.max(0.1, bytes / 1_000_000), {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  });
  const until = intl.formatDate(expiresAt, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <>
      <Text size="sm" role="status" mb="xs">
        {text('export.ready', { tips, size, until })}
      </Text>
      {unreadable > 0 && <Small mb="xs">{text('export.unreadable', { count: unreadable })}</Small>}
      {unreadPayouts > 0 && <Small mb="xs">{text('export.unreadPayouts', { count: unreadPayouts })}</Small>}
      <PlainButton
        size="sm"
        loading={busy}
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={onDownload}
      >
        {text(`export.download.${format}`)}
      </PlainButton>
    </>
  );
}

/** The longest time that a timer can wait. */
const longestTimer = 2 ** 31 - 1;

function useIsPast(time: number): boolean {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const wait = time - Date.now();
    if (wait <= 0 || wait > longestTimer) return;
    const timer = setTimeout(() => setNow(Date.now()), wait);
    return () => clearTimeout(timer);
  }, [time]);
  return time <= now;
}
