import { ColorInput, Input, NativeSelect, SegmentedControl, Slider, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import {
  overlayBelow,
  overlayLooks,
  overlayPlaces,
  overlayWords,
  type OverlaySettings,
} from '@busker/core/overlay/overlay';
import { accentPattern } from '@busker/core/profile/draft';
import { languageNames } from '../../messages/language';
import { useText } from '../../messages/text';
import { MinimumFields } from '../../form/amount-field';
import { Panel } from '../../panel/panel';
import type { ChangeSettings } from './use-overlay';

interface NumberSelectProps {
  readonly label: string;
  readonly hint?: string;
  readonly unit: 'second' | 'minute';
  readonly choices: readonly number[];
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A time from a short list. A stored one that is not in the list is offered too. */
function NumberSelect({ label, hint, unit, choices, value, onChange }: NumberSelectProps) {
  const intl = useIntl();
  const offered = [...new Set([...choices, value])].toSorted((a, b) => a - b);
  return (
    <NativeSelect
      label={label}
      {...(hint ? { description: hint } : {})}
      value={String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      data={offered.map((each) => ({
        value: String(each),
        label: intl.formatNumber(each, { style: 'unit', unit, unitDisplay: 'long' }),
      }))}
    />
  );
}

interface SettingsProps {
  readonly settings: OverlaySettings;
  readonly onChange: ChangeSettings;
}

export function LookPanel({ settings, onChange }: SettingsProps) {
  const text = useText();
  const { look, place, language, seconds } = settings;
  return (
    <Panel id="look" heading={text('stream.look')}>
      <Stack gap="md">
        <Input.Wrapper label={text('stream.style')} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={text('stream.style')}
            value={look}
            onChange={(value) => onChange({ look: value })}
            data={overlayLooks.map((value) => ({ value, label: text(`stream.look.${value}`) }))}
          />
        </Input.Wrapper>
        <NativeSelect
          label={text('stream.place')}
          value={place}
          onChange={({ currentTarget: { value } }) =>
            onChange({ place: overlayPlaces.find((each) => each === value) })
          }
          data={overlayPlaces.map((value) => ({ value, label: text(`stream.place.${value}`) }))}
        />
        <Accent key={settings.accent} settings={settings} onChange={onChange} />
        <NativeSelect
          label={text('stream.language')}
          value={language}
          onChange={({ currentTarget: { value } }) =>
            onChange({ language: shippedLanguages.find((each) => each === value) })
          }
          data={shippedLanguages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <NumberSelect
          label={text('stream.seconds')}
          unit="second"
          choices={[3, 4, 5, 6, 8, 10, 12, 15]}
          value={seconds}
          onChange={(value) => onChange({ seconds: value })}
        />
      </Stack>
    </Panel>
  );
}

/** A colour is stored when it is whole. */
function Accent({ settings, onChange }: SettingsProps) {
  const text = useText();
  const [typed, setTyped] = useState(settings.accent);
  const keep = (accent: string) => {
    if (accentPattern.test(accent) && accent !== settings.accent) onChange({ accent: accent.toLowerCase() });
  };
  return (
    <ColorInput
      label={text('look.accent')}
      format="hex"
      withEyeDropper={false}
      value={typed}
      onChange={setTyped}
      onChangeEnd={keep}
      onBlur={() => keep(typed)}
      error={accentPattern.test(typed) ? undefined : text('look.accentWrong')}
    />
  );
}

/** Which tips have an alert, with which words, when, and with what sound. */
export function RulesPanel({ settings, onChange }: SettingsProps) {
  const text = useText();
  const { below, words, hideAmounts, offlineDot } = settings;
  return (
    <Panel id="rules" heading={text('stream.rules')}>
      <Stack gap="md">
        <MinimumFields
          minimum={settings.minimum}
          label={(currency) => text('stream.minimum', { currency })}
          hint={text('stream.minimumHint')}
          onChange={(minimumOf) => onChange({ minimumOf })}
        />
        <NativeSelect
          label={text('stream.below')}
          value={below}
          onChange={({ currentTarget: { value } }) =>
            onChange({ below: overlayBelow.find((each) => each === value) })
          }
          data={overlayBelow.map((value) => ({ value, label: text(`stream.below.${value}`) }))}
        />
        <NativeSelect
          label={text('stream.words')}
          description={text('stream.wordsHint')}
          value={words}
          onChange={({ currentTarget: { value } }) =>
            onChange({ words: overlayWords.find((each) => each === value) })
          }
          data={overlayWords.map((value) => ({ value, label: text(`stream.words.${value}`) }))}
        />
        <Switch
          label={text('wall.hideAmounts')}
          description={text('wall.hideAmountsHint')}
          checked={hideAmounts}
          onChange={(event) => onChange({ hideAmounts: event.currentTarget.checked })}
        />
        <Times settings={settings} onChange={onChange} />
        <Volume key={settings.volume} settings={settings} onChange={onChange} />
        <Switch
          label={text('stream.offlineDot')}
          checked={offlineDot}
          onChange={(event) => onChange({ offlineDot: event.currentTarget.checked })}
        />
      </Stack>
    </Panel>
  );
}

function Times({ settings, onChange }: SettingsProps) {
  const text = useText();
  return (
    <>
      <NumberSelect
        label={text('stream.delay')}
        hint={text('stream.delayHint')}
        unit="second"
        choices={[0, 5, 10, 15, 30, 60]}
        value={settings.delaySeconds}
        onChange={(delaySeconds) => onChange({ delaySeconds })}
      />
      <NumberSelect
        label={text('stream.replay')}
        hint={text('stream.replayHint')}
        unit="minute"
        choices={[0, 5, 10, 15, 30, 60]}
        value={settings.replayMinutes}
        onChange={(replayMinutes) => onChange({ replayMinutes })}
      />
    </>
  );
}

function Volume({ settings, onChange }: SettingsProps) {
  const text = useText();
  const intl = useIntl();
  const percent = (volume: number) => intl.formatNumber(volume / 100, { style: 'percent' });
  return (
    <Input.Wrapper
      label={text('stream.volume', { volume: percent(settings.volume) })}
      description={text('stream.volumeHint')}
      labelElement="div"
    >
      <Slider
        min={0}
        max={100}
        step={5}
        thumbLabel={text('stream.volumeThumb')}
        label={percent}
        defaultValue={settings.volume}
        onChangeEnd={(volume) => onChange({ volume })}
      />
    </Input.Wrapper>
  );
}
