import { Stack, Switch, Table } from '@mantine/core';
import { useIntl } from 'react-intl';
import { largestAmount, tipAmounts, coverCosts } from '@busker/core/amounts/amount-limits';
import { currencies, formatMoney, type Currency } from '@busker/core/money/money';
import { convertsIn } from '@busker/core/money/fan-money';
import { feeTable, estimateFee, feeRule } from '@busker/core/fees/fees';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { AmountField } from '../../form/amount-field';
import { Panel } from '../../panel/panel';
import {
  ChangedCurrency,
  PlannedCurrency,
  useAmountEdits,
  useAmountsCurrency,
  useEarlierCurrency,
} from './changed-currency';
import { PresetFields } from './monthly-panel';
import { Note, Quiet } from '../../theme/owner-parts';
import styles from './payments.module.css';

export function AmountsPanel({ payments }: { readonly payments: PaymentsState | null }) {
  const text = useText();
  const { draft, edit } = useDraft();
  const currency = useAmountsCurrency(payments);
  const earlier = useEarlierCurrency(currency);
  return (
    <Panel id="amounts" heading={text('amounts.once')}>
      <Stack gap="lg">
        <Switch
          label={text('amounts.on')}
          description={text('amounts.onHint')}
          checked={draft.tips.on}
          onChange={(event) => edit(setField(['tips', 'on'], event.currentTarget.checked))}
        />
        {!payments?.currency && <PlannedCurrency />}
        {currency && earlier && <ChangedCurrency currency={currency} earlier={earlier} />}
        {currency && !earlier && (
          <>
            <Presets currency={currency} />
            <Limits currency={currency} />
          </>
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
  const { draft, problems } = useDraft();
  const { type } = useAmountEdits(currency);
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

export function CostsPanel({ payments }: { readonly payments: PaymentsState | null }) {
  const text = useText();
  const { draft, edit } = useDraft();
  // Without a known fee nothing can be added: the server offers it to nobody then, whatever the draft says.
  const country = payments?.feesCountry ?? payments?.country ?? null;
  const canCover = !payments?.currency || feeRule(country, payments.currency) !== null;
  return (
    <Panel id="costs" heading={text('costs.heading')}>
      <Stack gap="lg">
        <Switch
          label={text('costs.cover')}
          description={canCover ? text('costs.coverHint') : text('costs.unknown')}
          checked={canCover && draft.tips.coverCosts}
          disabled={!canCover}
          onChange={(event) => edit(setField(['tips', 'coverCosts'], event.currentTarget.checked))}
        />
        {convertsIn(payments?.country ?? null) && (
          <Switch
            label={text('costs.fanCurrency')}
            description={text('costs.fanCurrencyHint')}
            checked={draft.tips.fanCurrency}
            onChange={(event) => edit(setField(['tips', 'fanCurrency'], event.currentTarget.checked))}
          />
        )}
        {payments?.currency && <FeeTable payments={payments} />}
        <Quiet>{text('costs.busker')}</Quiet>
      </Stack>
    </Panel>
  );
}

function FeeTable({ payments }: { readonly payments: PaymentsState }) {
  const text = useText();
  const intl = useIntl();
  const { draft } = useDraft();
  const { currency } = payments;
  const country = payments.feesCountry ?? payments.country;
  const rule = currency && feeRule(country, currency);
  const row = country !== null && Object.hasOwn(feeTable, country) ? feeTable[country] : undefined;
  // The switch above says why there is no table.
  if (!currency || !rule || !row) return null;
  const { limits, presets } = tipAmounts(currency, draft.tips);
  const amounts = [...new Set([limits.min, ...presets])].toSorted((a, b) => a - b);
  const format = (minorUnits: number) => formatMoney({ minorUnits, currency }, intl.locale);
  const percent = intl.formatNumber(rule.bps / 10_000, { style: 'percent', maximumFractionDigits: 2 });
  const month = intl.formatDate(`${row.asOf}-01`, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <div>
      <div className={styles.scroll}>
        <Table className={styles.table ?? ''} aria-label={text('costs.table')} horizontalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{text('costs.tip')}</Table.Th>
              <Table.Th scope="col">{text('costs.fee')}</Table.Th>
              <Table.Th scope="col">{text('costs.kept')}</Table.Th>
              {draft.tips.coverCosts && <Table.Th scope="col">{text('costs.covered')}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {amounts.map((amount) => {
              const fee = estimateFee(amount, rule);
              return (
                <Table.Tr key={amount}>
                  <Table.Th scope="row">{format(amount)}</Table.Th>
                  <Table.Td>{format(fee)}</Table.Td>
                  <Table.Td>{format(Math.max(0, amount - fee))}</Table.Td>
                  {draft.tips.coverCosts && (
                    <Table.Td>{format(coverCosts(amount, rule, currency).total)}</Table.Td>
                  )}
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </div>
      <Note mt="xs">{text(`costs.source.${row.source}`, { percent, fixed: format(rule.fixed), month })}</Note>
    </div>
  );
}
