import {
  Alert,
  Button,
  Group,
  List,
  NativeSelect,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import {
  isShippedLanguage,
  languageOf,
  shippedLanguages,
  type ShippedLanguage,
} from '../../../core/locale/language-tags';
import { tipAmounts } from '../../../core/amounts/amount-limits';
import { formatMoney, type Currency } from '../../../core/money/money';
import { readyPayments, type PaymentsState } from '../../../core/payments/payments-state';
import type { StoredProfile } from '../../../core/profile/stored-profile';
import { isPlace, maxPlaceLength, placeOfText, readPlace } from '../../../core/embed/tip-link';
import { usePayments, usePublished } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { languageNames } from '../../messages/language';
import { useText } from '../../messages/text';
import { saveFile } from '../../exports/export-file';
import { EmptyState, HatPicture } from '../../page/empty-state';
import { FailureAlert } from '../../feedback/failure-alert';
import { Page, PanelsSkeleton } from '../../page/page';
import { Panel } from '../../panel/panel';
import { useTooLong } from '../../form/text-length';
import styles from './kit.module.css';
import { TagPanel } from './tag-panel';
import {
  paperNames,
  sheetKinds,
  Sheet,
  addressInLetters,
  amountsOnSheet,
  linkOf,
  type PaperName,
  type SheetKind,
  type SheetContent,
} from './sheet';

/** What helps in the street. */
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

/** A line longer than this is too small to read in passing. */
export const maxLineLength = 80;

/** What the owner chose for a sheet. */
export interface KitChoices {
  readonly kind: SheetKind;
  readonly paper: PaperName;
  readonly line: string;
  /** One for each place on the sheet; empty = none. Two places can have the same one, which is then printed once. */
  readonly languages: readonly (ShippedLanguage | '')[];
  readonly showsAmounts: boolean;
  /** The amount in the code, in minor units of today's currency; null = none. */
  readonly coded: number | null;
  /** As typed. */
  readonly place: string;
  readonly isBlack: boolean;
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

export interface KitOwner {
  readonly profile: StoredProfile;
  /** Origin of the server. */
  readonly host: string;
  /** Null = payments are not set up, so there are no amounts. */
  readonly currency: Currency | null;
}

/** The amounts that a code can contain. */
export const presetsOf = ({ profile, currency }: KitOwner): readonly number[] =>
  currency === null ? [] : tipAmounts(currency, profile.tips).presets;

/** What these choices print. */
export function contentOf(owner: KitOwner, choices: KitChoices): SheetContent {
  const { profile, host, currency } = owner;
  const { line, showsAmounts, coded, place, isBlack } = choices;
  const languages = [...new Set(choices.languages)].filter((language) => language !== '');
  const amount = coded === null || currency === null ? null : { minorUnits: coded, currency };
  const written = languages[0] ?? languageOf(profile.language);
  return {
    name: profile.name,
    line: line.trim(),
    link: linkOf(host, profile.handle, { amount, at: readPlace(placeOfText(place)) }),
    address: addressInLetters(host, profile.handle),
    languages,
    amounts:
      showsAmounts && currency !== null ? amountsOnSheet(presetsOf(owner), coded, currency, written) : [],
    accent: isBlack ? null : profile.look.accent,
  };
}

/** Proper names of the formats: the same in every language. */
const paperWords = { a4: 'A4', letter: 'Letter' } as const;

interface KitControlsProps {
  readonly owner: KitOwner;
  readonly choices: KitChoices;
  readonly onChoose: (choices: KitChoices) => void;
}

type PartProps = KitControlsProps & { readonly choose: (part: Partial<KitChoices>) => void };

/** Everything that can be chosen for a sheet. */
export function KitControls(props: KitControlsProps) {
  const text = useText();
  const { choices, onChoose } = props;
  const choose = (part: Partial<KitChoices>) => onChoose({ ...choices, ...part });
  const isSticker = choices.kind === 'stickers';
  return (
    <Panel id="sheet" heading={text('kit.print')}>
      <Stack gap="md">
        <SegmentedControl
          fullWidth
          aria-label={text('kit.kind')}
          value={choices.kind}
          onChange={(kind) => choose({ kind })}
          data={sheetKinds.map((value) => ({ value, label: text(`kit.kind.${value}`) }))}
        />
        <Text size="sm" c="dimmed">
          {text(`kit.about.${choices.kind}`)}
        </Text>
        <NativeSelect
          label={text('kit.paper')}
          value={choices.paper}
          onChange={({ currentTarget: { value } }) =>
            choose({ paper: paperNames.find((name) => name === value) ?? choices.paper })
          }
          data={paperNames.map((value) => ({ value, label: paperWords[value] }))}
        />
        {!isSticker && <Words {...props} choose={choose} />}
        <Code {...props} choose={choose} />
        <Switch
          label={text('kit.black')}
          checked={choices.isBlack}
          onChange={(event) => choose({ isBlack: event.currentTarget.checked })}
        />
      </Stack>
    </Panel>
  );
}

/** The texts of signs and cards; stickers have room for the name and the address alone. */
function Words({ owner, choices, choose }: PartProps) {
  const text = useText();
  const tooLong = useTooLong();
  return (
    <>
      <TextInput
        label={text('kit.line')}
        description={text('kit.lineHint')}
        error={tooLong(choices.line.trim(), maxLineLength)}
        value={choices.line}
        onChange={(event) => choose({ line: event.currentTarget.value })}
      />
      {choices.languages.map((language, at) => (
        <NativeSelect
          // oxlint-disable-next-line react/no-array-index-key -- The place on the sheet is the identity.
          key={at}
          label={text('kit.language', { place: at + 1 })}
          value={language}
          onChange={({ currentTarget: { value } }) => {
            const chosen = isShippedLanguage(value) ? value : '';
            choose({ languages: choices.languages.map((other, place) => (place === at ? chosen : other)) });
          }}
          data={[
            { value: '', label: text('kit.noLanguage') },
            ...shippedLanguages.map((value) => ({ value, label: languageNames[value] })),
          ]}
        />
      ))}
      {owner.currency !== null && (
        <Switch
          label={text('kit.amounts')}
          checked={choices.showsAmounts}
          onChange={(event) => choose({ showsAmounts: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

/** What the code contains besides the address. */
function Code({ owner, choices, choose }: PartProps) {
  const text = useText();
  const { locale } = useIntl();
  const { currency } = owner;
  const place = placeOfText(choices.place);
  const tooLong = useTooLong()(place, maxPlaceLength);
  const isUnusable = choices.place.trim() !== '' && !isPlace(place);
  return (
    <>
      <TextInput
        label={text('kit.place')}
        description={text('kit.placeHint')}
        error={tooLong ?? (isUnusable && text('kit.placeFault'))}
        autoCapitalize="none"
        spellCheck={false}
        value={choices.place}
        onChange={(event) => choose({ place: event.currentTarget.value })}
      />
      {currency !== null && (
        <NativeSelect
          label={text('kit.coded')}
          description={text('kit.codedHint')}
          value={choices.coded === null ? '' : String(choices.coded)}
          onChange={({ currentTarget: { value } }) => choose({ coded: value === '' ? null : Number(value) })}
          data={[
            { value: '', label: text('kit.codedNone') },
            ...presetsOf(owner).map((minorUnits) => ({
              value: String(minorUnits),
              label: formatMoney({ minorUnits, currency }, locale),
            })),
          ]}
        />
      )}
    </>
  );
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
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={download}>
          {text('kit.svg')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mt="sm">
        {text('kit.printHint')}
      </Text>
      <Text size="sm" mt="sm">
        {text('kit.leadsTo')} <bdi className={styles.address}>{content.link}</bdi>
      </Text>
      {createPortal(
        <div className={styles.paper} data-paper={paper}>
          <Sheet kind={kind} paper={paper} content={content} label={null} />
        </div>,
        document.body,
      )}
    </Panel>
  );
}

/** What owners print, and write on tags, for places without a computer. */
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
    <Panel>
      <EmptyState
        picture={<HatPicture />}
        title={text('publish.never')}
        text={text('kit.notPublished')}
        action={
          <Button component={Link} to="/profile">
            {text('embed.toProfile')}
          </Button>
        }
      />
    </Panel>
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
      <TagPanel address={linkOf(host, profile.handle, { amount: null, at: 'nfc' })} />
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
        {text('kit.closed')} <Link to="/payments">{text('kit.toPayments')}</Link>
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
