import { NativeSelect, SegmentedControl, Stack, Switch, TextInput } from '@mantine/core';
import { useIntl } from 'react-intl';
import {
  isShippedLanguage,
  languageOf,
  shippedLanguages,
  type ShippedLanguage,
} from '@busker/core/locale/language-tags';
import { tipAmounts } from '@busker/core/amounts/amount-limits';
import { addressInLetters } from '@busker/core/domains/own-domain';
import { formatMoney, type Currency } from '@busker/core/money/money';
import { pageAddress, type StoredProfile } from '@busker/core/profile/profile';
import { isPlace, maxPlaceLength, placeOfText, readPlace } from '@busker/core/embed/tip-link';
import { languageNames } from '../../messages/language';
import { useText } from '../../messages/text';
import { Panel } from '../../panel/panel';
import { useTooLong } from '../../form/text-length';
import {
  paperNames,
  sheetKinds,
  amountsOnSheet,
  linkOf,
  type PaperName,
  type SheetKind,
  type SheetContent,
} from './sheet';
import { Quiet } from '../../theme/owner-parts';

/** A line longer than this is too small to read in passing. */
export const maxLineLength = 80;

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

export function contentOf(owner: KitOwner, choices: KitChoices): SheetContent {
  const { profile, host, currency } = owner;
  const { line, showsAmounts, coded, place, isBlack } = choices;
  const languages = [...new Set(choices.languages)].filter((language) => language !== '');
  const amount = coded === null || currency === null ? null : { minorUnits: coded, currency };
  const page = pageAddress(profile, host);
  const written = languages[0] ?? languageOf(profile.language);
  return {
    name: profile.name,
    line: line.trim(),
    link: linkOf(page, { amount, at: readPlace(placeOfText(place)) }),
    address: addressInLetters(page),
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
        <Quiet>{text(`kit.about.${choices.kind}`)}</Quiet>
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

/** Parts of the code besides the address. */
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
