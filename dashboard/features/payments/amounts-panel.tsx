import { ActionIcon, Button, Group, Input, Stack, Switch, Text } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useIntl } from 'react-intl';
import { currencies } from '../../../core/money/currencies';
import type { Currency } from '../../../core/money/currency-codes';
import { formatMoney } from '../../../core/money/money';
import { maxPresets } from '../../../core/tip/page-presets';
import { largestAmount, tipAmounts } from '../../../core/money/amount-limits';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';
import { AmountField } from '../../shared/amount-field/amount-field';
import styles from './payments.module.css';

export function AmountsPanel({ currency }: { readonly currency: Currency | null }) {
  const text = useText();
  const { draft, edit } = useDraft();
  return (
    <Panel id="amounts" heading={text('amounts.heading')}>
      <Stack gap="lg">
        <Switch
          label={text('amounts.on')}
          description={text('amounts.onHint')}
          checked={draft.tips.on}
          onChange={(event) => edit(setField(['tips', 'on'], event.currentTarget.checked))}
        />
        {currency ? (
          <>
            <Presets currency={currency} />
            <Limits currency={currency} />
          </>
        ) : (
          <Text size="sm" c="dimmed">
            {text('amounts.noCurrency')}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

function Presets({ currency }: { readonly currency: Currency }) {
  const text = useText();
  const { locale } = useIntl();
  const { draft, problems, type, edit } = useDraft();
  const { presets } = draft.tips;
  const { limits, presets: offered } = tipAmounts(currency, draft.tips);
  const shown = presets ?? offered;
  const format = (minorUnits: number) => formatMoney({ minorUnits, currency }, locale);
  const isCut = (amount: number) => amount < limits.min || amount > limits.max;
  const write = (next: readonly number[] | null) => setField(['tips', 'presets'], next);
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
      id="field-tips-presets"
      label={text('amounts.presets')}
      labelElement="div"
      description={text('amounts.presetsHint', { max: maxPresets })}
      error={problems['tips.presets']}
    >
      <div className={styles.presets} role="group" aria-label={text('amounts.presets')}>
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

function Limits({ currency }: { readonly currency: Currency }) {
  const text = useText();
  const { locale } = useIntl();
  const { draft, problems, type } = useDraft();
  const { min, max } = currencies[currency];
  const lowest = formatMoney({ minorUnits: min, currency }, locale);
  const notBelow = (amount: number) =>
    amount < min ? text('amounts.wrong.tooSmall', { amount: lowest }) : null;
  const notAbove = (amount: number) =>
    amount > largestAmount ? text('amounts.wrong.too-large') : notBelow(amount);
  return (
    <div className={styles.pair}>
      <AmountField
        id="field-tips-min"
        label={text('amounts.min')}
        hint={text('amounts.minHint', { amount: lowest })}
        currency={currency}
        value={draft.tips.min}
        usual={min}
        check={notBelow}
        error={problems['tips.min']}
        onChange={(amount) => type(setField(['tips', 'min'], amount))}
      />
      <AmountField
        id="field-tips-max"
        label={text('amounts.max')}
        hint={text('amounts.maxHint')}
        currency={currency}
        value={draft.tips.max}
        usual={max}
        check={notAbove}
        error={problems['tips.max']}
        onChange={(amount) => type(setField(['tips', 'max'], amount))}
      />
    </div>
  );
}
