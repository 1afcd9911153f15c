import { Alert, Button, NativeSelect, Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { formatMoney, isCurrency, keptOf, noContribution, type Currency } from '@busker/core/money/money';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import { earlierCurrency, reachedSince, tipsAnew } from '@busker/core/profile/profile';
import type { DraftEdit } from '../../data/backend';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { loaded, usePublished, useTotals } from '../../session/owner-documents';
import { useCurrencyChoices } from './connect-form';

/** The currency in which the amounts were chosen, if the account has another one now; null = they count. */
export function useEarlierCurrency(currency: Currency | null): Currency | null {
  const { draft } = useDraft();
  return earlierCurrency(draft.tips, loaded(usePublished()), currency);
}

interface ChangedCurrencyProps {
  readonly currency: Currency;
  readonly earlier: Currency;
}

/** Says what no longer counts since the account has another currency, and lets the owner choose anew. */
export function ChangedCurrency({ currency, earlier }: ChangedCurrencyProps) {
  const text = useText();
  const { locale } = useIntl();
  const { draft, edit } = useDraft();
  const { goal, presets } = draft.tips;
  const money = (minorUnits: number) => formatMoney({ minorUnits, currency: earlier }, locale);
  const names = { before: earlier.toUpperCase(), now: currency.toUpperCase() };
  return (
    <Alert color="yellow" title={text('changed.heading', names)}>
      <Text size="sm">{text('changed.text', names)}</Text>
      {presets && (
        <Text size="sm" mt="xs">
          {text('amounts.presets')}: {presets.map(money).join(', ')}
        </Text>
      )}
      {goal && (
        <Text size="sm" mt="xs">
          {text('goal.heading')}: <bdi>{goal.label}</bdi>, {money(goal.amount)}
        </Text>
      )}
      <Button mt="sm" size="xs" onClick={() => edit(setField(['tips'], tipsAnew(draft.tips, currency)))}>
        {text('changed.choose', { now: names.now })}
      </Button>
    </Alert>
  );
}

/** The currency of the amounts: the account's, or before there is one, that in which the owner prepares them. */
export function useAmountsCurrency(payments: PaymentsState | null): Currency | null {
  const { draft } = useDraft();
  return payments?.currency ?? draft.tips.currency;
}

/**
 * Edits of amounts or the goal, which say in which currency they are: an account may have another one before they are published. One that was planned before,
 * without an amount in it, gives way with the first of them.
 */
export function useAmountEdits(currency: Currency) {
  const { draft, edit, type } = useDraft();
  const noted = draft.tips.currency === currency ? [] : [setField(['tips', 'currency'], currency)];
  return {
    edit: (one: DraftEdit) => edit(...noted, one),
    type: (one: DraftEdit) => type(...noted, one),
  };
}

/** Before there is an account: in which currency the owner prepares amounts and goal. If Stripe's is another one, they are asked again. */
export function PlannedCurrency() {
  const text = useText();
  const { draft, edit } = useDraft();
  const { currency } = draft.tips;
  const pick = { value: '', label: text('pay.currencyPick') };
  return (
    <NativeSelect
      label={text('pay.currency')}
      description={text('amounts.planned')}
      value={currency ?? ''}
      onChange={({ currentTarget: { value } }) =>
        isCurrency(value) && edit(setField(['tips'], tipsAnew(draft.tips, value)))
      }
      data={[...(currency === null ? [pick] : []), ...useCurrencyChoices()]}
    />
  );
}

/** A published goal that has its sum: says so, and begins the next one. */
export function ReachedGoal({ currency }: { readonly currency: Currency }) {
  const text = useText();
  const { locale } = useIntl();
  const { draft, edit } = useDraft();
  const published = loaded(usePublished());
  const totals = useTotals();
  const goal = published?.tips.goal ?? null;
  if (published === null || goal === null || totals.kind !== 'ready') return null;
  const sum = totals.value.totals[currency] ?? noContribution;
  const reached = reachedSince(published.goalStart, currency, keptOf(sum));
  // The owner is already at the next one.
  if (reached < goal.amount || draft.tips.goal?.label !== goal.label) return null;
  const money = (minorUnits: number) => formatMoney({ minorUnits, currency }, locale);
  return (
    <Alert color="teal" title={text('goal.reached', { reached: money(reached), amount: money(goal.amount) })}>
      <Button size="xs" onClick={() => edit(setField(['tips', 'goal'], { label: '', amount: goal.amount }))}>
        {text('goal.next')}
      </Button>
    </Alert>
  );
}
