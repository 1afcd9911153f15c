import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  List,
  Stack,
  Switch,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import { readUrl } from '../../../core/text/safe-url';
import { largestAmount, tipAmounts } from '../../../core/amounts/amount-limits';
import { currencies, formatMoney, type Currency } from '../../../core/money/money';
import { convertsIn } from '../../../core/money/fan-money';
import { feeTable, coverCosts, estimateFee, feeRule } from '../../../core/fees/fees';
import type { PaymentsState } from '../../../core/payments/payments-state';
import { usePayments } from '../../session/owner-documents';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { AmountField } from '../../form/amount-field';
import { PublishBar } from '../../publish/publish-bar';
import { FailureAlert } from '../../feedback/failure-alert';
import { Page, PanelsSkeleton } from '../../page/page';
import { Panel } from '../../panel/panel';
import { MonthlyPanel, PresetFields } from './monthly-panel';
import styles from './payments.module.css';
import { StatusPanel, useOnboarding } from './status-panel';
import { ThanksPanel } from './thanks-panel';
import { WalletsPanel } from './wallets-panel';

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

export function CostsPanel({ payments }: { readonly payments: PaymentsState | null }) {
  const text = useText();
  const { draft, edit } = useDraft();
  return (
    <Panel id="costs" heading={text('costs.heading')}>
      <Stack gap="lg">
        <Switch
          label={text('costs.cover')}
          description={text('costs.coverHint')}
          checked={draft.tips.coverCosts}
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
        <Text size="sm" c="dimmed">
          {text('costs.busker')}
        </Text>
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
  if (!currency || !rule || !row) {
    return (
      <Text size="sm" c="dimmed">
        {text('costs.unknown')}
      </Text>
    );
  }
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
      <Text size="xs" c="dimmed" mt="xs">
        {text(`costs.source.${row.source}`, { percent, fixed: format(rule.fixed), month })}
      </Text>
    </div>
  );
}

const settings = 'https://dashboard.stripe.com/settings';

export function MailsPanel() {
  const text = useText();
  return (
    <Panel id="mails" heading={text('mails.heading')}>
      <Text size="sm" c="dimmed" mb="sm">
        {text('mails.text')}
      </Text>
      <Button component={Link} to="/notifications" variant="default" mb="md">
        {text('mails.set')}
      </Button>
      <Text size="sm" mb="xs">
        {text('mails.stripe')}
      </Text>
      <List size="sm" spacing={4} mb="sm">
        <List.Item>{text('mails.you')}</List.Item>
        <List.Item>{text('mails.fans')}</List.Item>
      </List>
      <Anchor href={settings} target="_blank" rel="noreferrer" size="sm">
        {text('mails.open')}
      </Anchor>
    </Panel>
  );
}

/** Leads to the balance and the payouts, once there is an account that can have some. */
export function PayoutsPanel({ payments }: { readonly payments: PaymentsState | null }) {
  const text = useText();
  if (payments === null || payments.disconnectedAt !== null) return null;
  if (payments.accountId === null && payments.mode !== 'single') return null;
  return (
    <Panel id="payouts" heading={text('payouts.heading')}>
      <Text size="sm" mb="md">
        {text('payouts.panelText')}
      </Text>
      <Button component={Link} to="/payments/payouts" variant="default">
        {text('payouts.open')}
      </Button>
    </Panel>
  );
}

/** The origin of a typed or pasted address (`blog.example.com/about`); null when there is none. */
export function siteOrigin(typed: string): string | null {
  const trimmed = typed.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = readUrl(whole);
  if (!url) return null;
  const { protocol, origin, hostname } = url;
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && (hostname.includes('.') || hostname === 'localhost') ? origin : null;
}

/** The origins that accept tips; none = all. Part of the draft, so it goes live with Publish. */
export function SitesPanel() {
  const text = useText();
  const { draft, problems, edit } = useDraft();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const sites = draft.allowedSites;
  const refused = Object.entries(problems).find(([path]) => path.startsWith('allowedSites'))?.[1];

  const add = (event: FormEvent) => {
    event.preventDefault();
    const origin = siteOrigin(typed);
    setWrong(origin === null);
    if (origin === null) return;
    if (!sites.includes(origin)) edit(setField(['allowedSites'], [...sites, origin]));
    setTyped('');
  };

  return (
    <Panel id="sites" heading={text('sites.heading')}>
      <Text size="sm" c="dimmed" mb="md">
        {text('sites.note')}
      </Text>
      <form className={styles.addRow} onSubmit={add} noValidate>
        <TextInput
          aria-label={text('sites.site')}
          placeholder={text('sites.placeholder')}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          error={wrong ? text('sites.wrong') : refused}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWrong(false);
          }}
        />
        <Button type="submit" size="md" variant="default">
          {text('sites.add')}
        </Button>
      </form>
      {sites.length === 0 ? (
        <Text size="sm" mt="sm">
          {text('sites.everywhere')}
        </Text>
      ) : (
        <ul className={styles.sites} aria-label={text('sites.heading')}>
          {sites.map((site) => (
            <li key={site}>
              <span>{site}</span>
              <ActionIcon
                aria-label={text('sites.remove', { site })}
                onClick={() =>
                  edit(
                    setField(
                      ['allowedSites'],
                      sites.filter((other) => other !== site),
                    ),
                  )
                }
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Leads to the payment methods, once there is an account that has some. */
export function MethodsPanel({ payments }: { readonly payments: PaymentsState | null }) {
  const text = useText();
  if (payments === null || payments.disconnectedAt !== null) return null;
  if (payments.accountId === null && payments.mode !== 'single') return null;
  return (
    <Panel id="ways" heading={text('ways.title')}>
      <Text size="sm" mb="md">
        {text('ways.panelText')}
      </Text>
      <Button component={Link} to="/payments/ways" variant="default">
        {text('ways.open')}
      </Button>
    </Panel>
  );
}

export function PaymentsScreen() {
  const text = useText();
  const live = usePayments();
  return (
    <Page title={text('payments.title')} lead={text('payments.lead')} actions={<PublishBar />}>
      {live.kind === 'loading' && <PanelsSkeleton />}
      {live.kind === 'failed' && <FailureAlert failure={live.failure} onRetry={live.retry} />}
      {live.kind === 'ready' && <Settings payments={live.value} />}
    </Page>
  );
}

type Return = 'back' | 'again' | null;

/**
 * How the owner arrived: Stripe returns with `back=1`, and with `again=1` when its link has expired. Read once, then removed from the
 * address.
 */
function useReturn(): Return {
  const [query, setQuery] = useSearchParams();
  const [came] = useState<Return>(() => (query.has('again') ? 'again' : query.has('back') ? 'back' : null));
  useEffect(() => {
    if (query.size > 0) setQuery({}, { replace: true });
  }, [query, setQuery]);
  return came;
}

function Settings({ payments }: { readonly payments: PaymentsState | null }) {
  const text = useText();
  const onboarding = useOnboarding();
  const came = useReturn();
  const acted = useRef(false);
  const { connect, refresh, state } = onboarding;
  const country = payments?.country ?? null;

  useEffect(() => {
    if (acted.current || came === null || payments === null) return;
    acted.current = true;
    if (came === 'back' || country === null) void refresh();
    else void connect({ country, currency: payments.currency });
  }, [came, payments, country, connect, refresh]);

  return (
    <>
      {state.kind === 'busy' && came !== null && (
        <Alert role="status" mb="md">
          {text(came === 'back' ? 'pay.back' : 'pay.usedUp')}
        </Alert>
      )}
      {payments && !payments.livemode && (
        <Alert mb="md" color="gray" role="note">
          {text('pay.testMode')}
        </Alert>
      )}
      <StatusPanel payments={payments} onboarding={onboarding} />
      <PayoutsPanel payments={payments} />
      <MethodsPanel payments={payments} />
      <Text size="sm" c="dimmed" my="lg">
        {text('payments.publishHint')}
      </Text>
      <AmountsPanel currency={payments?.currency ?? null} />
      <MonthlyPanel payments={payments} />
      <CostsPanel payments={payments} />
      <ThanksPanel payments={payments} />
      <SitesPanel />
      <WalletsPanel
        ready={payments !== null && payments.accountId !== null && payments.disconnectedAt === null}
      />
      <MailsPanel />
    </>
  );
}
