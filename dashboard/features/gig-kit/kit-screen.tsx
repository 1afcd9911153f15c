import { Alert, Button, Group, List } from '@mantine/core';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { languageOf } from '@busker/core/locale/language-tags';
import { readyPayments, type PaymentsState } from '@busker/core/payments/payments-state';
import type { StoredProfile } from '@busker/core/profile/profile';
import { IconDownload, IconPrinter } from '../../icons/screen-icons';
import { usePayments, usePublished } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { useText } from '../../messages/text';
import { saveFile } from '../../exports/export-file';
import { FailureAlert } from '../../feedback/failure-alert';
import { Page, PanelsSkeleton } from '../../page/page';
import { EmptyPanel, Panel } from '../../panel/panel';
import styles from './kit.module.css';
import { TagPanel } from './tag-panel';
import { Sheet, linkOf, type PaperName, type SheetKind, type SheetContent } from './sheet';
import { type KitChoices, contentOf, KitControls } from './kit-controls';
import { PlainButton, Small } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';

export function GigNotes() {
  const text = useText();
  return (
    <Panel id="gig" heading={text('kit.gig')}>
      <List spacing="xs" size="sm">
        <List.Item>{text('kit.gigScan')}</List.Item>
        <List.Item>{text('kit.gigSticker')}</List.Item>
        <List.Item>{text('kit.gigOffline')}</List.Item>
      </List>
    </Panel>
  );
}

/** Where most printers have Letter. */
const letterRegions = /-(?:US|CA|MX|PR|GT|CR|PA|SV|NI|HN|DO|CO|VE|CL|PH)\b/;

export function firstChoices(profile: StoredProfile, browserLanguage: string): KitChoices {
  const own = languageOf(profile.language);
  return {
    kind: 'sign',
    paper: letterRegions.test(browserLanguage) ? 'letter' : 'a4',
    line: '',
    languages: own === 'en' ? ['en', '', ''] : [own, 'en', ''],
    showsAmounts: true,
    coded: null,
    place: 'hat',
    isBlack: false,
  };
}

interface SheetPreviewProps {
  readonly kind: SheetKind;
  readonly paper: PaperName;
  readonly content: SheetContent;
  /** The beginning of the file's name. */
  readonly file: string;
}

/** The sheet as it will be printed, and the ways to get it on paper. */
export function SheetPreview({ kind, paper, content, file }: SheetPreviewProps) {
  const text = useText();
  const drawing = useRef<SVGSVGElement>(null);
  const download = () => {
    if (drawing.current === null) return;
    const source = new XMLSerializer().serializeToString(drawing.current);
    saveFile(new Blob([source], { type: 'image/svg+xml' }), `${file}-${kind}-${paper}.svg`);
  };
  return (
    <Panel heading={text('kit.preview')}>
      <div className={styles.preview}>
        <Sheet ref={drawing} kind={kind} paper={paper} content={content} label={text(`kit.kind.${kind}`)} />
      </div>
      <Group mt="md" gap="sm">
        <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          {text('kit.print')}
        </Button>
        <PlainButton leftSection={<IconDownload size={18} aria-hidden />} onClick={download}>
          {text('kit.svg')}
        </PlainButton>
      </Group>
      <Quiet mt="sm">{text('kit.printHint')}</Quiet>
      <Small mt="sm">
        {text('kit.leadsTo')} <bdi className={styles.address}>{content.link}</bdi>
      </Small>
      {createPortal(
        <div className={styles.paper} data-paper={paper}>
          <Sheet kind={kind} paper={paper} content={content} label={null} />
        </div>,
        document.body,
      )}
    </Panel>
  );
}

/** Sheets to print and tags to write, for places without a computer. */
export function KitScreen() {
  const text = useText();
  const published = usePublished();
  const payments = usePayments();
  const profile = published.kind === 'ready' ? published.value : null;
  const isPublic = profile !== null && profile.takenDownAt === null;
  return (
    <Page title={text('kit.title')} lead={text('kit.lead')}>
      {(published.kind === 'loading' || payments.kind === 'loading') && <PanelsSkeleton shape="columns" />}
      {published.kind === 'failed' && <FailureAlert failure={published.failure} onRetry={published.retry} />}
      {payments.kind === 'failed' && <FailureAlert failure={payments.failure} onRetry={payments.retry} />}
      {published.kind === 'ready' && payments.kind === 'ready' && !isPublic && <NotPublished />}
      {isPublic && payments.kind === 'ready' && <Kit profile={profile} payments={payments.value} />}
    </Page>
  );
}

function NotPublished() {
  const text = useText();
  return (
    <EmptyPanel
      title={text('publish.never')}
      text={text('kit.notPublished')}
      to="/page/profile"
      act={text('embed.toProfile')}
    />
  );
}

interface KitProps {
  readonly profile: StoredProfile;
  readonly payments: PaymentsState | null;
}

function Kit({ profile, payments }: KitProps) {
  const { host } = useBackend();
  const [choices, setChoices] = useState(() => firstChoices(profile, navigator.language));
  const owner = { profile, host, currency: payments?.currency ?? null };
  return (
    <>
      <Notices profile={profile} payments={payments} />
      <div className={styles.columns}>
        <KitControls owner={owner} choices={choices} onChoose={setChoices} />
        <SheetPreview
          kind={choices.kind}
          paper={choices.paper}
          content={contentOf(owner, choices)}
          file={`busker-${profile.handle}`}
        />
      </div>
      {/* Nobody reads the address in a tag, which may be locked for ever: it goes on when the owner gives their own domain up. */}
      <TagPanel address={linkOf(`${host}/@${profile.handle}`, { amount: null, at: 'nfc' })} />
      <GigNotes />
    </>
  );
}

function Notices({ profile, payments }: KitProps) {
  const text = useText();
  const [now] = useState(() => Date.now());
  const isOpen = profile.tips.on && readyPayments(payments, now) !== undefined;
  if (!isOpen) {
    return (
      <Alert mb="md" color="yellow" role="note">
        {text('kit.closed')} <Link to="/settings/payments">{text('kit.toPayments')}</Link>
      </Alert>
    );
  }
  if (payments?.livemode === false) {
    return (
      <Alert mb="md" color="gray" role="note">
        {text('embed.testMode')}
      </Alert>
    );
  }
  return null;
}
