import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import {
  currencies,
  formatMoney,
  isCurrency,
  minimumChanges,
  type Currency,
  type Minimum,
  type Money,
} from '@busker/core/money/money';
import { parseAmount, type AmountFault } from '@busker/core/amounts/parse-amount';
import { useText } from '../messages/text';
import { loaded, usePayments } from '../session/owner-documents';
import { Note } from '../theme/owner-parts';

/** The amount in the format of a text field: no currency sign, no grouping. */
export function plainAmount({ minorUnits, currency }: Money, locale: string): string {
  const { exponent, wholeInLife } = currencies[currency];
  const unit = 10 ** exponent;
  const digits = wholeInLife && minorUnits % unit === 0 ? 0 : exponent;
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
    numberingSystem: 'latn',
  }).format(minorUnits / unit);
}

interface AmountFieldProps {
  readonly id?: string;
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly hint?: string;
  readonly currency: Currency;
  /** Minor units; null = empty, which stands for the default amount. */
  readonly value: number | null;
  /** The amount that an empty field stands for; without it the field must not be empty. */
  readonly usual?: number;
  /** Why this amount is refused; null = it is accepted. */
  readonly check?: (minorUnits: number) => string | null;
  readonly error?: string | undefined;
  readonly rightSection?: ReactNode;
  /** Called only with accepted amounts. */
  readonly onChange: (minorUnits: number | null) => void;
}

/** An amount as people type it. An unreadable one stays in the field with its reason and is not stored. */
export function AmountField(props: AmountFieldProps) {
  const { id, label, hideLabel, hint, currency, value, usual, check, error, rightSection, onChange } = props;
  const text = useText();
  const { locale } = useIntl();
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const money = (minorUnits: number) => ({ minorUnits, currency });

  const faultWords = (fault: AmountFault) =>
    fault === 'not-a-number'
      ? text('amounts.wrong.not-a-number', { example: plainAmount(money(value ?? usual ?? 500), locale) })
      : fault === 'too-precise'
        ? text('amounts.wrong.too-precise', { digits: currencies[currency].exponent })
        : text(`amounts.wrong.${fault}`);

  const change = (written: string) => {
    setTyped(written);
    if (written.trim() === '' && usual !== undefined) {
      setWrong(null);
      onChange(null);
      return;
    }
    const parsed = parseAmount(written, currency, locale);
    const why = parsed.ok ? (check?.(parsed.value.minorUnits) ?? null) : faultWords(parsed.problem);
    setWrong(why);
    if (parsed.ok && why === null) onChange(parsed.value.minorUnits);
  };

  return (
    <TextInput
      {...(id ? { id } : {})}
      {...(hideLabel ? { 'aria-label': label } : { label })}
      {...(hint ? { description: hint } : {})}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? (value === null ? '' : plainAmount(money(value), locale))}
      {...(usual === undefined ? {} : { placeholder: formatMoney(money(usual), locale) })}
      error={wrong ?? error}
      leftSection={<Note aria-hidden>{currency.toUpperCase()}</Note>}
      leftSectionWidth={48}
      rightSection={rightSection}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => wrong === null && setTyped(null)}
    />
  );
}

interface MinimumFieldsProps {
  readonly minimum: Minimum;
  readonly label: (currency: string) => string;
  readonly hint: string;
  /** Called when a changed field is left, with the currencies that changed; 0 = none any more. */
  readonly onChange: (minimumOf: Minimum) => void;
}

/** The smallest amount of the owner's currency, and of each that has one. An empty field and zero mean no minimum. */
export function MinimumFields({ minimum, label, hint, onChange }: MinimumFieldsProps) {
  const [typed, setTyped] = useState<Minimum | null>(null);
  const own = loaded(usePayments())?.currency;
  const shown = typed ?? minimum;
  const fields = [...new Set([...(own ? [own] : []), ...Object.keys(shown).filter(isCurrency)])];
  const leave = () => {
    const changes = minimumChanges(minimum, typed ?? minimum);
    if (Object.keys(changes).length > 0) onChange(changes);
    setTyped(null);
  };
  const change = (currency: Currency, amount: number | null) => {
    const { [currency]: _before, ...rest } = shown;
    setTyped(amount ? { ...rest, [currency]: amount } : rest);
  };
  return fields.map((currency) => (
    <div key={currency} onBlur={leave}>
      <AmountField
        label={label(currency.toUpperCase())}
        hint={hint}
        currency={currency}
        value={shown[currency] ?? null}
        usual={0}
        onChange={(amount) => change(currency, amount)}
      />
    </div>
  ));
}
