import { Input, NativeSelect, Slider, Stack, Switch } from '@mantine/core';
import { useIntl } from 'react-intl';
import { overlayBelow, overlayWords } from '../../../core/outbox/overlay/overlay';
import { useText } from '../../messages/text';
import { AmountField } from '../../shared/amount-field/amount-field';
import { useMinimumCurrencies, withMinimum } from '../../shared/minimum';
import { Panel } from '../../ui/panel';
import type { SettingsProps } from './look-panel';
import { NumberSelect } from './number-select';

/** Which tips have an alert, with which words, when, and with what sound. */
export function RulesPanel({ settings, onChange }: SettingsProps) {
  const text = useText();
  const { below, words, offlineDot } = settings;
  return (
    <Panel id="rules" heading={text('stream.rules')}>
      <Stack gap="md">
        <Minimum settings={settings} onChange={onChange} />
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

function Minimum({ settings, onChange }: SettingsProps) {
  const text = useText();
  const { minimum } = settings;
  return useMinimumCurrencies(minimum).map((currency) => (
    <AmountField
      key={currency}
      label={text('stream.minimum', { currency: currency.toUpperCase() })}
      hint={text('stream.minimumHint')}
      currency={currency}
      value={minimum[currency] ?? null}
      usual={0}
      onChange={(amount) => onChange({ minimum: withMinimum(minimum, currency, amount) })}
    />
  ));
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
