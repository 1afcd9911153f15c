import { Anchor, List, Radio, Stack, Switch, Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { intervalAmounts, intervals, type Interval } from '../../../core/money/amount-limits';
import { billingBps } from '../../../core/money/billing-fees';
import { formatMoney, type Currency } from '../../../core/money/money';
import type { PaymentsState } from '../../../core/money/payments-state';
import type { MonthlyOffer } from '../../../core/profile/draft';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';
import { PresetFields } from './preset-fields';

/** The whole offer in one edit: an earlier draft has none, and a part of one is none. */
const offerEdit = (offer: MonthlyOffer) => setField(['tips', 'monthly'], offer);

/** Whether fans can give every month or year, how often and how much, and what Stripe must do for it. */
export function MonthlyPanel({ payments }: { readonly payments: PaymentsState | null }) {
  const text = useText();
  const { draft, edit } = useDraft();
  const { monthly } = draft.tips;
  const currency = payments?.currency ?? null;
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
        {monthly.on && currency && (
          <>
            {monthly.intervals.map((every) => (
              <PeriodPresets key={every} every={every} currency={currency} />
            ))}
            <Limits currency={currency} />
          </>
        )}
        {monthly.on && <AtStripe livemode={payments?.livemode === true} />}
        <Anchor component={Link} to="/tips/supporters" size="sm">
          {text('supporters.title')}
        </Anchor>
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
    <Text size="sm" c="dimmed">
      {text('monthly.limits', { min: format(month.min), max: format(month.max), most: format(year.max) })}{' '}
      {text('monthly.fee', { percent })}
    </Text>
  );
}

/** No API sets or reads these switches of an account. The sandbox has no settings page. */
function AtStripe({ livemode }: { readonly livemode: boolean }) {
  const text = useText();
  return (
    <div>
      <Text size="sm" mb="xs">
        {text('monthly.check')}
      </Text>
      <List size="sm" spacing={4} mb="sm">
        <List.Item>{text('monthly.check.retry')}</List.Item>
        <List.Item>{text('monthly.check.mails')}</List.Item>
      </List>
      {livemode && (
        <Anchor
          href="https://dashboard.stripe.com/settings/billing/automatic"
          target="_blank"
          rel="noreferrer"
          size="sm"
        >
          {text('monthly.open')}
        </Anchor>
      )}
    </div>
  );
}
