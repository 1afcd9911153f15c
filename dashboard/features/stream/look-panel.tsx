import { ColorInput, NativeSelect, SegmentedControl, Stack, Input } from '@mantine/core';
import { useState } from 'react';
import { shippedLanguages } from '../../../core/base/language-tags';
import { overlayLooks, overlayPlaces, type OverlaySettings } from '../../../core/outbox/overlay/overlay';
import { accentPattern } from '../../../core/profile/draft';
import { languageNames } from '../../messages/language';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';
import { NumberSelect } from './number-select';
import type { ChangeSettings } from './use-overlay';

export interface SettingsProps {
  readonly settings: OverlaySettings;
  readonly onChange: ChangeSettings;
}

/** How alerts look, and where they are. */
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
