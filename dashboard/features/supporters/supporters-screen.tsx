import { Alert, Button, Drawer, Group, NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { lazy, useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import type { StopAllAnswer, StopWhen } from '@busker/core/fan-api/monthly-api';
import { isOver, runningAt, type Monthly } from '@busker/core/monthly/monthly';
import { IconDownload } from '../../icons/screen-icons';
import type { SupportersView } from '../../data/backend';
import { loaded, useOwned, usePayments, usePublished } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { regionalLocale, saveFile } from '../../exports/export-file';
import { useReauthentication } from '../../sign-in-fields/use-reauthentication';
import { LinkButton, Arriving, Page, PanelsSkeleton } from '../../page/page';
import { ChartPanel } from '../../panel/chart-panel';
import { EmptyState, HatPicture } from '../../page/empty-state';
import { useEscape } from '../../dialog/dialog';
import { FailureAlert, Trouble } from '../../feedback/failure-alert';
import { FoldedPanel, Panel } from '../../panel/panel';
import { useToast } from '../../feedback/toast';
import { SupporterDetails, useIsElsewhere } from './supporter-details';
import { StopTrouble, StopWhenField, useStop } from './stop-dialog';
import { SupportFigures, useSupporters } from './support-figures';
import styles from './supporters.module.css';
import { supporterFilters, filtered, SupporterList, useSupporterAddress } from './supporter-list';
import { PlainButton, Small, SmallButton } from '../../theme/theme';

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
      <PlainButton
        size="xs"
        disabled={supporters.length === 0}
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={() => void save()}
      >
        {text('supporters.export')}
      </PlainButton>
      {failed && <Trouble says={text('failure.part')} onRetry={() => void save()} />}
    </div>
  );
}

/** Stops every running monthly tip, after the owner has typed their handle. */
export function StopAll({ handle }: { readonly handle: string }) {
  const text = useText();
  const { money } = useBackend();
  const { notify } = useToast();
  const { run, dialog } = useReauthentication();
  const [when, setWhen] = useState<StopWhen>('period-end');
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const stopped = ({ count }: StopAllAnswer) => {
    setTyped('');
    notify(text('supporters.allDone', { count }));
  };
  const { step, stop } = useStop(() => run(() => money.stopAllMonthly(when, handle)), stopped);
  const busy = step.kind === 'busy';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (typed.trim().replace(/^@/, '') !== handle) return setWrong(true);
    void stop();
  };
  return (
    <FoldedPanel id="stop" heading={text('supporters.all')}>
      <form onSubmit={submit}>
        <Stack gap="md" maw={420}>
          <Small>{text('supporters.allText')}</Small>
          <StopWhenField when={when} onWhen={setWhen} />
          <TextInput
            label={text('supporters.allType', { word: handle })}
            autoComplete="off"
            spellCheck={false}
            error={wrong && text('supporters.allWrong', { word: handle })}
            value={typed}
            onChange={(event) => {
              setWrong(false);
              setTyped(event.currentTarget.value);
            }}
          />
          <StopTrouble step={step} unanswered={text('supporters.allUnanswered')} />
          <Group>
            <Button type="submit" color="red" loading={busy}>
              {text('supporters.allSubmit')}
            </Button>
          </Group>
        </Stack>
      </form>
      {dialog}
    </FoldedPanel>
  );
}

/** The last moments of this month in UTC (`now` is in it) and of the `count` - 1 months before, the oldest first. */
export function monthEnds(now: number, count: number): readonly number[] {
  const today = new Date(now);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  return Array.from({ length: count }, (_, at) => Date.UTC(year, month - count + 2 + at) - 1);
}

const MonthBars = lazy(async () => ({ default: (await import('./month-bars')).MonthBars }));

const months = 12;

/** How many supporters there were at the end of each of the last twelve months. */
export function SupporterChart({ all }: { readonly all: readonly Monthly[] }) {
  const text = useText();
  const { formatDate, formatNumber } = useIntl();
  const [ends] = useState(() => monthEnds(Date.now(), months));
  const counts = runningAt(all, ends);
  const long = (end: number) => formatDate(end, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const rows = ends.map((end, at) => ({ end, count: counts[at] ?? 0 }));
  return (
    <ChartPanel
      heading={text('supporters.chart')}
      says={text('supporters.chartSays', {
        first: long(ends[0] ?? 0),
        from: counts[0] ?? 0,
        last: long(ends.at(-1) ?? 0),
        to: counts.at(-1) ?? 0,
      })}
      figures={{
        columns: [text('supporters.month'), text('supporters.title')],
        rows: rows.toReversed().map(({ end, count }) => [long(end), formatNumber(count)]),
      }}
    >
      <MonthBars rows={rows} />
    </ChartPanel>
  );
}

interface SupporterDrawerProps {
  /** null = closed. */
  readonly monthlyId: string | null;
  readonly onClose: () => void;
}

export function SupporterDrawer({ monthlyId, onClose }: SupporterDrawerProps) {
  const text = useText();
  useEscape(monthlyId !== null, onClose);
  return (
    <Drawer
      opened={monthlyId !== null}
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size={480}
      title={text('supporters.details')}
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': text('dialog.close') }}
    >
      {monthlyId !== null && <OneSupporter key={monthlyId} monthlyId={monthlyId} />}
    </Drawer>
  );
}

function OneSupporter({ monthlyId }: { readonly monthlyId: string }) {
  const text = useText();
  const live = useOwned<Monthly | null>(['supporter', monthlyId], (store, watcher) =>
    store.supporters.watchOne(monthlyId, watcher),
  );
  if (live.kind === 'loading') return <Arriving outline={<Skeleton height={220} radius="md" />} />;
  if (live.kind === 'failed') return <FailureAlert failure={live.failure} onRetry={live.retry} />;
  return live.value ? <SupporterDetails monthly={live.value} /> : <p>{text('supporters.missing')}</p>;
}

export function SupportersScreen() {
  const text = useText();
  const { live, loadAll } = useSupporters();
  const at = useSupporterAddress();
  // An empty cache does not mean that there are none: the server has not answered yet.
  const isUnasked = live.kind === 'ready' && live.value.stale && live.value.supporters.length === 0;
  const view = live.kind === 'ready' && !isUnasked ? live.value : null;
  return (
    <Page title={text('supporters.title')} lead={text('supporters.lead')}>
      {(live.kind === 'loading' || isUnasked) && <PanelsSkeleton shape="list" />}
      {live.kind === 'failed' && <FailureAlert failure={live.failure} onRetry={live.retry} />}
      {view?.supporters.length === 0 && <NoSupporters />}
      {view && view.supporters.length > 0 && <Supporters view={view} at={at} onLoadAll={loadAll} />}
      <SupporterDrawer monthlyId={at.open} onClose={at.close} />
    </Page>
  );
}

function NoSupporters() {
  const text = useText();
  const { draft } = useDraft();
  const isOn = draft.tips.monthly.on;
  return (
    <Panel>
      <EmptyState
        picture={<HatPicture />}
        title={text('supporters.emptyTitle')}
        text={text(isOn ? 'supporters.emptyText' : 'supporters.offText')}
        action={isOn ? undefined : <LinkButton to="/page/amounts#monthly">{text('monthly.on')}</LinkButton>}
      />
    </Panel>
  );
}

interface SupportersProps {
  readonly view: SupportersView;
  readonly at: ReturnType<typeof useSupporterAddress>;
  readonly onLoadAll: () => void;
}

function Supporters({ view: { supporters, more }, at, onLoadAll }: SupportersProps) {
  const text = useText();
  const payments = usePayments();
  const isElsewhere = useIsElsewhere();
  const shown = filtered(supporters, at.filter, isElsewhere);
  const handle = loaded(usePublished())?.handle ?? null;
  const isGone = payments.kind === 'ready' && (payments.value?.disconnectedAt ?? null) !== null;
  const isRunning = supporters.some((each) => !isOver(each.state) && !isElsewhere(each));
  return (
    <>
      {isGone && (
        <Alert mb="md" color="yellow" role="note">
          {text('supporters.gone')}
        </Alert>
      )}
      <SupportFigures all={more ? null : supporters} isGone={isGone} />
      {more && (
        <Alert mb="md" color="gray" role="note">
          {text('supporters.partOnly', { count: supporters.length })}{' '}
          <SmallButton onClick={onLoadAll}>{text('supporters.more')}</SmallButton>
        </Alert>
      )}
      <div className={styles.tools}>
        <NativeSelect
          size="sm"
          label={text('supporters.show')}
          value={at.filter}
          onChange={(event) => at.show(event.currentTarget.value)}
          data={supporterFilters.map((value) => ({ value, label: text(`supporters.show.${value}`) }))}
        />
        <ExportSupporters supporters={shown} />
      </div>
      {shown.length === 0 ? (
        <Panel>
          <Text c="dimmed" ta="center" py="lg">
            {text('supporters.none')}
          </Text>
        </Panel>
      ) : (
        <SupporterList supporters={shown} linkTo={at.linkTo} />
      )}
      {!more && <SupporterChart all={supporters} />}
      {isRunning && !isGone && handle !== null && <StopAll handle={handle} />}
    </>
  );
}
