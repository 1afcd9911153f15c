import { ActionIcon, Button, Group, Input, List, Radio, Stack, Switch } from '@mantine/core';
import { useIntl } from 'react-intl';
import {
  intervalAmounts,
  intervals,
  type Interval,
  type ProfileAmounts,
} from '@busker/core/amounts/amount-limits';
import { billingBps } from '@busker/core/fees/fees';
import { formatMoney, type Currency } from '@busker/core/money/money';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import type { MonthlyOffer } from '@busker/core/profile/draft';
import { maxPresets } from '@busker/core/amounts/parse-amount';
import { IconPlus, IconX } from '../../icons/screen-icons';
import type { DraftEdit } from '../../data/backend';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { AmountField } from '../../form/amount-field';
import { Panel } from '../../panel/panel';
import { useAmountEdits, useAmountsCurrency, useEarlierCurrency } from './changed-currency';
import { PlainButton, Small } from '../../theme/theme';
import { OutsideLink, Quiet } from '../../theme/owner-parts';
import { ScreenLink } from '../../page/page';
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

export function PresetFields({ id, label, currency, presets, amounts, error, write }: Props) {
  const text = useText();
  const { locale } = useIntl();
  const { type, edit } = useAmountEdits(currency);
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
        <PlainButton
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={!canAdd}
          onClick={() => edit(write([...shown, larger()].toSorted((a, b) => a - b)))}
        >
          {text('amounts.add')}
        </PlainButton>
        {presets !== null && (
          <Button size="xs" variant="subtle" onClick={() => edit(write(null))}>
            {text('amounts.usual')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}

/** The whole offer in one edit: an earlier draft has none, and a part of one is none. */
const offerEdit = (offer: MonthlyOffer) => setField(['tips', 'monthly'], offer);

/** Whether fans can give every month or year, how often and how much, and what Stripe must do for it. */
export function MonthlyPanel({ payments }: { readonly payments: PaymentsState | null }) {
  const text = useText();
  const { draft, edit } = useDraft();
  const { monthly } = draft.tips;
  const currency = useAmountsCurrency(payments);
  const earlier = useEarlierCurrency(currency);
  return (
    <Panel id="monthly" heading={text('monthly.heading')}>
      <Stack gap="lg">
        <Switch
          label={text('monthly.on')}
          description={text('monthly.onHint')}
          checked={monthly.on}
          onChange={(event) => edit(offerEdit({ ...monthly, on: event.currentTarget.checked }))}
        />
        {monthly.on && <Periods />}
        {monthly.on && currency && !earlier && (
          <>
            {monthly.intervals.map((every) => (
              <PeriodPresets key={every} every={every} currency={currency} />
            ))}
            <Limits currency={currency} />
          </>
        )}
        {monthly.on && <AtStripe livemode={payments?.livemode === true} />}
        <ScreenLink to="/money/monthly">{text('supporters.title')}</ScreenLink>
      </Stack>
    </Panel>
  );
}

const choiceOf = ({ intervals: [first, second] }: MonthlyOffer): Interval | 'both' =>
  second === undefined ? (first ?? 'month') : 'both';

function Periods() {
  const text = useText();
  const { draft, edit } = useDraft();
  const { monthly } = draft.tips;
  return (
    <Radio.Group
      label={text('monthly.often')}
      value={choiceOf(monthly)}
      onChange={(choice) =>
        edit(
          offerEdit({
            ...monthly,
            intervals: choice === 'both' ? [...intervals] : intervals.filter((every) => every === choice),
          }),
        )
      }
    >
      <Stack gap="xs" mt="xs">
        {(['month', 'year', 'both'] as const).map((choice) => (
          <Radio key={choice} value={choice} label={text(`monthly.${choice}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function PeriodPresets({ every, currency }: { readonly every: Interval; readonly currency: Currency }) {
  const text = useText();
  const { draft, problems } = useDraft();
  const { monthly } = draft.tips;
  const presets = monthly.presets[every];
  return (
    <PresetFields
      id={`field-tips-monthly-presets-${every}`}
      label={text(`monthly.presets.${every}`)}
      currency={currency}
      presets={presets}
      amounts={intervalAmounts(currency, draft.tips, every, presets)}
      error={problems[`tips.monthly.presets.${every}`]}
      write={(next) => offerEdit({ ...monthly, presets: { ...monthly.presets, [every]: next && [...next] } })}
    />
  );
}

function Limits({ currency }: { readonly currency: Currency }) {
  const text = useText();
  const intl = useIntl();
  const { draft } = useDraft();
  const format = (minorUnits: number) => formatMoney({ minorUnits, currency }, intl.locale);
  const month = intervalAmounts(currency, draft.tips, 'month', null).limits;
  const year = intervalAmounts(currency, draft.tips, 'year', null).limits;
  const percent = intl.formatNumber(billingBps / 10_000, { style: 'percent', maximumFractionDigits: 2 });
  return (
    <Quiet>
      {text('monthly.limits', { min: format(month.min), max: format(month.max), most: format(year.max) })}{' '}
      {text('monthly.fee', { percent })}
    </Quiet>
  );
}

/** No API sets or reads these switches of an account. The sandbox has no settings page. */
function AtStripe({ livemode }: { readonly livemode: boolean }) {
  const text = useText();
  return (
    <div>
      <Small mb="xs">{text('monthly.check')}</Small>
      <List size="sm" spacing={4} mb="sm">
        <List.Item>{text('monthly.check.retry')}</List.Item>
        <List.Item>{text('monthly.check.mails')}</List.Item>
      </List>
      {livemode && (
        <OutsideLink href="https://dashboard.stripe.com/settings/billing/automatic">
          {text('monthly.open')}
        </OutsideLink>
      )}
    </div>
  );
}
