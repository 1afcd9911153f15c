import { ActionIcon, Button, Group, Input } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useIntl } from 'react-intl';
import { formatMoney, type Currency } from '../../../core/money/money';
import type { ProfileAmounts } from '../../../core/money/amount-limits';
import { maxPresets } from '../../../core/tip/page-presets';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import type { DraftEdit } from '../../data/backend';
import { AmountField } from '../../shared/amount-field/amount-field';
import styles from './payments.module.css';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly currency: Currency;
  /** The owner's amounts; null = the usual ones. */
  readonly presets: readonly number[] | null;
  /** The limits, and what fans are offered. */
  readonly amounts: ProfileAmounts;
  readonly error: string | undefined;
  readonly write: (presets: readonly number[] | null) => DraftEdit;
}

/** The suggested amounts of one kind of tip. */
export function PresetFields({ id, label, currency, presets, amounts, error, write }: Props) {
  const text = useText();
  const { locale } = useIntl();
  const { type, edit } = useDraft();
  const { limits, presets: offered } = amounts;
  const shown = presets ?? offered;
  const format = (minorUnits: number) => formatMoney({ minorUnits, currency }, locale);
  const isCut = (amount: number) => amount < limits.min || amount > limits.max;
  const check = (place: number) => (amount: number) => {
    if (amount < limits.min) return text('amounts.wrong.tooSmall', { amount: format(limits.min) });
    return shown.some((other, at) => other === amount && at !== place) ? text('amounts.wrong.twice') : null;
  };
  const larger = () => {
    const next = Math.max(...shown) * 2;
    return next > limits.max ? Math.max(limits.min, Math.floor(Math.min(...shown) / 2)) : next;
  };
  const canAdd = shown.length < maxPresets && !shown.includes(larger()) && larger() % limits.step === 0;

  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      description={text('amounts.presetsHint', { max: maxPresets })}
      error={error}
    >
      <div className={styles.presets} role="group" aria-label={label}>
        {shown.map((amount, place) => (
          <AmountField
            // Keys are positions, not amounts: a field keeps its focus while its amount is typed.
            // oxlint-disable-next-line react/no-array-index-key
            key={`${place} of ${shown.length}`}
            label={text('amounts.preset', { place: place + 1 })}
            hideLabel
            currency={currency}
            value={amount}
            check={check(place)}
            error={isCut(amount) ? text('amounts.cut', { amount: format(amount) }) : undefined}
            onChange={(next) =>
              next !== null && type(write(shown.map((other, at) => (at === place ? next : other))))
            }
            rightSection={
              shown.length > 1 && (
                <ActionIcon
                  size={28}
                  aria-label={text('amounts.remove', { amount: format(amount) })}
                  onClick={() => edit(write(shown.filter((_, at) => at !== place)))}
                >
                  <IconX size={15} aria-hidden />
                </ActionIcon>
              )
            }
          />
        ))}
      </div>
      <Group gap="xs" mt="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={!canAdd}
          onClick={() => edit(write([...shown, larger()].toSorted((a, b) => a - b)))}
        >
          {text('amounts.add')}
        </Button>
        {presets !== null && (
          <Button size="xs" variant="subtle" onClick={() => edit(write(null))}>
            {text('amounts.usual')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
