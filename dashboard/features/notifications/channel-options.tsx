import { Button, Group, NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { channelModes, isCollecting, type ChannelMode } from '../../../core/outbox/channel';
import type { Currency } from '../../../core/money/currency-codes';
import { useText } from '../../messages/text';
import { AmountField } from '../../shared/amount-field/amount-field';
import { useMinimumCurrencies, withMinimum } from '../../shared/minimum';
import type { OwnChannel } from '../../data/owner-documents';
import type { Change } from './use-channel-edits';

const isMode = (given: string): given is ChannelMode => (channelModes as readonly string[]).includes(given);

interface ChannelOptionsProps {
  readonly channel: OwnChannel;
  readonly onChange: Change;
  readonly onClose: () => void;
}

/** From which amount, how often, and with which words a channel tells. */
export function ChannelOptions({ channel, onChange, onClose }: ChannelOptionsProps) {
  const text = useText();
  const currencies = useMinimumCurrencies(channel.minimum);
  const [minimum, setMinimum] = useState(channel.minimum);
  const [words, setWords] = useState(channel.words);
  const [mode, setMode] = useState(channel.mode);
  const collecting = isCollecting(channel.kind);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(channel.channelId, { minimum, words, ...(collecting ? { mode } : {}) });
    onClose();
  };
  const setAmount = (currency: Currency, amount: number | null) =>
    setMinimum((before) => withMinimum(before, currency, amount));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {collecting && (
          <NativeSelect
            label={text('notify.mode')}
            value={mode}
            onChange={({ currentTarget: { value } }) => isMode(value) && setMode(value)}
            data={channelModes.map((value) => ({ value, label: text(`notify.mode.${value}`) }))}
          />
        )}
        {currencies.map((currency) => (
          <AmountField
            key={currency}
            label={text('notify.minimum', { currency: currency.toUpperCase() })}
            hint={text('notify.minimumHint')}
            currency={currency}
            value={minimum[currency] ?? null}
            usual={0}
            onChange={(amount) => setAmount(currency, amount)}
          />
        ))}
        <div>
          <Switch
            size="md"
            label={text('notify.words')}
            checked={words}
            onChange={(event) => setWords(event.currentTarget.checked)}
          />
          <Text size="sm" c="dimmed" mt={6}>
            {text(`notify.${channel.audience}`)}
          </Text>
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {text('notify.cancel')}
          </Button>
          <Button type="submit">{text('notify.save')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
