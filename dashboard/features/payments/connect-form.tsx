import { Button, NativeSelect, Stack } from '@mantine/core';
import { useMemo, useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import type { ConnectBody } from '@busker/core/dashboard-api/owner-api';
import { currencyCodes, isCurrency, type Currency } from '@busker/core/money/money';
import { useDraft } from '../../draft/draft-provider';
import { useOwner } from '../../session/session';
import { useText } from '../../messages/text';
import { Small } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';

/** The countries in which Stripe opens accounts with card payments, with their currency. */
export const countries: Readonly<Record<string, Currency>> = {
  AE: 'aed',
  AT: 'eur',
  AU: 'aud',
  BE: 'eur',
  BG: 'eur',
  BR: 'brl',
  CA: 'cad',
  CH: 'chf',
  CY: 'eur',
  CZ: 'czk',
  DE: 'eur',
  DK: 'dkk',
  EE: 'eur',
  ES: 'eur',
  FI: 'eur',
  FR: 'eur',
  GB: 'gbp',
  GR: 'eur',
  HK: 'hkd',
  HR: 'eur',
  HU: 'huf',
  IE: 'eur',
  IT: 'eur',
  JP: 'jpy',
  LI: 'chf',
  LT: 'eur',
  LU: 'eur',
  LV: 'eur',
  MT: 'eur',
  MX: 'mxn',
  MY: 'myr',
  NL: 'eur',
  NO: 'nok',
  NZ: 'nzd',
  PL: 'pln',
  PT: 'eur',
  RO: 'ron',
  SE: 'sek',
  SG: 'sgd',
  SI: 'eur',
  SK: 'eur',
  TH: 'thb',
  US: 'usd',
};

/** Sorted by name in that language. */
export function countryChoices(
  locale: string,
): readonly { readonly value: string; readonly label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return Object.keys(countries)
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale));
}

export function useCurrencyChoices() {
  const { locale } = useIntl();
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'currency' });
    return currencyCodes.map((value) => {
      const code = value.toUpperCase();
      return { value, label: `${names.of(code) ?? code} (${code})` };
    });
  }, [locale]);
}

interface ConnectFormProps {
  readonly busy: boolean;
  readonly onConnect: (wanted: ConnectBody) => void;
}

/** The two answers that Stripe needs before its own form can start. */
export function ConnectForm({ busy, onConnect }: ConnectFormProps) {
  const text = useText();
  const { locale } = useIntl();
  const owner = useOwner();
  // Chosen by the owner alone, because Stripe does not let anybody change it.
  const [country, setCountry] = useState('');
  // The owner may have prepared amounts in one.
  const [currency, setCurrency] = useState<string>(useDraft().draft.tips.currency ?? '');
  const choices = useCurrencyChoices();
  const usual = choices.find(({ value }) => value === countries[country]);
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
        <Quiet>{text('pay.beginText')}</Quiet>
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
              label: usual ? `${text('pay.currencyUsual')}: ${usual.label}` : text('pay.currencyUsual'),
            },
            ...choices,
          ]}
        />
        {obstacle && <Small>{text(obstacle)}</Small>}
        <div>
          <Button type="submit" loading={busy} disabled={obstacle !== null || country === ''}>
            {text('pay.connect')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
