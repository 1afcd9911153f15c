import { Stack, Switch, Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { currencies, formatMoney } from '../../../core/money/money';
import type { Currency } from '../../../core/money/currency-codes';
import { largestAmount, tipAmounts } from '../../../core/money/amount-limits';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';
import { AmountField } from '../../shared/amount-field/amount-field';
import styles from './payments.module.css';
import { PresetFields } from './preset-fields';

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
  const { draft, problems } = useDraft();
  return (
    <PresetFields
      id="field-tips-presets"
      label={text('amounts.presets')}
      currency={currency}
      presets={draft.tips.presets}
      amounts={tipAmounts(currency, draft.tips)}
      error={problems['tips.presets']}
      write={(next) => setField(['tips', 'presets'], next)}
    />
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
