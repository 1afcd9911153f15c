import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useMemo, useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { currencyCodes, isCurrency } from '../../../core/money/currency-codes';
import type { ConnectBody } from '../../../core/api/owner-api';
import { useText } from '../../messages/text';
import { useOwner } from '../../data/session';
import { countries, countryChoices, likelyCountry } from './countries';

interface ConnectFormProps {
  readonly busy: boolean;
  readonly onConnect: (wanted: ConnectBody) => void;
}

/** The two answers that Stripe needs before its own form can start. */
export function ConnectForm({ busy, onConnect }: ConnectFormProps) {
  const text = useText();
  const { locale } = useIntl();
  const owner = useOwner();
  const [country, setCountry] = useState(() => likelyCountry(navigator.languages) ?? '');
  const [currency, setCurrency] = useState('');
  const names = useMemo(() => new Intl.DisplayNames(locale, { type: 'currency' }), [locale]);
  const named = (code: string) => `${names.of(code.toUpperCase()) ?? code} (${code.toUpperCase()})`;
  const usual = countries[country];
  const obstacle = owner.isGuest
    ? 'pay.guest'
    : owner.email && !owner.emailVerified
      ? 'pay.confirmEmail'
      : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (country) onConnect({ country, currency: isCurrency(currency) ? currency : null });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {text('pay.beginText')}
        </Text>
        <NativeSelect
          label={text('pay.country')}
          description={text('pay.countryHint')}
          required
          withAsterisk={false}
          value={country}
          onChange={(event) => setCountry(event.currentTarget.value)}
          data={[{ value: '', label: text('pay.countryPick') }, ...countryChoices(locale)]}
        />
        <NativeSelect
          label={text('pay.currency')}
          description={text('pay.currencyHint')}
          value={currency}
          onChange={(event) => setCurrency(event.currentTarget.value)}
          data={[
            {
              value: '',
              label: usual ? `${text('pay.currencyUsual')}: ${named(usual)}` : text('pay.currencyUsual'),
            },
            ...currencyCodes.map((code) => ({ value: code, label: named(code) })),
          ]}
        />
        {obstacle && <Text size="sm">{text(obstacle)}</Text>}
        <div>
          <Button type="submit" loading={busy} disabled={obstacle !== null || country === ''}>
            {text('pay.connect')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
