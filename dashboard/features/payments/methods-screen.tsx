import { Stack, Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import useSWR from 'swr';
import type { OwnMethod } from '@busker/core/dashboard-api/owner-api';
import type { Currency } from '@busker/core/money/money';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import {
  needsFanCurrency,
  walletName,
  methodName,
  methodOf,
  type OwnMethodType,
  type MethodState,
} from '@busker/core/payments/methods';
import { type Failure, valueOf } from '../../data/failure';
import type { Live } from '../../session/owner-documents';
import { useBackend, useOwner } from '../../session/session';
import { useText } from '../../messages/text';
import { AccountPage } from './account-page';
import { ScreenLink } from '../../page/page';
import { Loaded, Panel } from '../../panel/panel';
import { Small } from '../../theme/theme';
import { OutsideLink, Quiet } from '../../theme/owner-parts';
import styles from './payments.module.css';

/** The payment methods at Stripe. Read again when the owner comes back to the tab: from Stripe's settings, most often. */
export function useMethods(account: string): Live<readonly OwnMethod[]> {
  const { money } = useBackend();
  const { uid } = useOwner();
  const { data, error, mutate } = useSWR<readonly OwnMethod[], Failure>(
    ['ways', uid, account],
    () => valueOf(money.ways()),
    { shouldRetryOnError: false },
  );
  if (data !== undefined) return { kind: 'ready', value: data };
  if (error !== undefined) return { kind: 'failed', failure: error, retry: () => void mutate() };
  return { kind: 'loading' };
}

/** The countries in which people know a payment method (ISO 3166 alpha-2). Ways that are known in many have none. */
const homes: Partial<Readonly<Record<OwnMethodType, readonly string[]>>> = {
  ideal: ['NL'],
  wero: ['DE'],
  bancontact: ['BE'],
  eps: ['AT'],
  p24: ['PL'],
  blik: ['PL'],
  twint: ['CH'],
  swish: ['SE'],
  mobilepay: ['DK', 'FI'],
  mb_way: ['PT'],
  cashapp: ['US'],
  pix: ['BR'],
  upi: ['IN'],
};

/** The names of those countries in a language, as a list; null = in many countries. */
export function homeOf(type: OwnMethodType, locale: string): string | null {
  const codes = homes[type];
  if (codes === undefined) return null;
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(
    codes.map((code) => names.of(code) ?? code),
  );
}

interface MethodListProps {
  readonly ways: readonly OwnMethod[];
  readonly label: string;
  /** The account's; null = not known yet. */
  readonly currency: Currency | null;
}

/** The name of each way, and what an owner should know about it. */
export function MethodList({ ways: methods, label, currency }: MethodListProps) {
  return (
    <ul className={styles.list} aria-label={label}>
      {methods.map((method) => (
        <li key={method.type}>
          <MethodRow way={method} currency={currency} />
        </li>
      ))}
    </ul>
  );
}

interface MethodRowProps extends Pick<MethodListProps, 'currency'> {
  readonly way: OwnMethod;
}

function MethodRow({ way: { type, state }, currency }: MethodRowProps) {
  const text = useText();
  const { locale } = useIntl();
  const method = methodOf(type);
  const isFansOwn = state !== 'other-currency' && needsFanCurrency(currency, method ?? null);
  const home = homeOf(type, locale);
  const notes = [
    home && text('ways.home', { countries: home }),
    isFansOwn && text('ways.fanCurrency'),
    method?.deferred === false && !isFansOwn && text('ways.hostedOnly'),
    method?.feeApart === true && text('ways.feeApart'),
  ].filter((note) => typeof note === 'string');
  return (
    <>
      <span className={styles.name}>{methodName(type) ?? walletName(type) ?? text('ways.card')}</span>
      {notes.map((note) => (
        <Text key={note} span size="xs" c="dimmed">
          {note}
        </Text>
      ))}
    </>
  );
}

interface MethodGroupsProps {
  readonly ways: readonly OwnMethod[];
  readonly payments: PaymentsState;
}

/** The methods that are on, that wait, and that are off; last and folded, those of other currencies. */
export function MethodGroups({ ways: methods, payments }: MethodGroupsProps) {
  const text = useText();
  const of = (state: MethodState) => methods.filter((method) => method.state === state);
  const others = of('other-currency');
  const { currency } = payments;
  return (
    <>
      <Group state="on" ways={of('on')} currency={currency}>
        <ScreenLink to="/settings/sites#wallets">{text('ways.domains')}</ScreenLink>
      </Group>
      <Group state="missing" ways={of('missing')} currency={currency}>
        <ScreenLink to="/settings/payments">{text('ways.see')}</ScreenLink>
        <Settings payments={payments} />
      </Group>
      <Group state="waiting" ways={of('waiting')} currency={currency} />
      <Group state="off" ways={of('off')} currency={currency}>
        <Settings payments={payments} />
      </Group>
      {others.length > 0 && currency !== null && (
        <Panel>
          <Others ways={others} currency={currency} />
        </Panel>
      )}
      <Quiet mt="lg">{text('ways.never')}</Quiet>
    </>
  );
}

interface GroupProps {
  readonly state: Exclude<MethodState, 'other-currency'>;
  readonly ways: readonly OwnMethod[];
  readonly currency: Currency | null;
  readonly children?: React.ReactNode;
}

function Group({ state, ways: methods, currency, children }: GroupProps) {
  const text = useText();
  if (methods.length === 0) return null;
  const heading = text(`ways.${state}`);
  return (
    <Panel heading={heading}>
      <Stack gap="md" align="stretch">
        <Small>{text(`ways.${state}Hint`)}</Small>
        <MethodList ways={methods} label={heading} currency={currency} />
        {children}
      </Stack>
    </Panel>
  );
}

/** Stripe's settings of a live account. The local sandbox has none. */
function Settings({ payments }: Pick<MethodGroupsProps, 'payments'>) {
  const text = useText();
  if (!payments.livemode) return null;
  return (
    <OutsideLink href="https://dashboard.stripe.com/settings/payment_methods">
      {text('ways.settings')}
    </OutsideLink>
  );
}

function Others({
  ways: methods,
  currency,
}: {
  readonly ways: readonly OwnMethod[];
  readonly currency: Currency;
}) {
  const text = useText();
  const heading = text('ways.others', { currency: currency.toUpperCase() });
  return (
    <details className={styles.others}>
      <summary>{heading}</summary>
      <Small my="md">{text('ways.othersHint')}</Small>
      <MethodList ways={methods} label={heading} currency={currency} />
    </details>
  );
}

export function MethodsScreen() {
  const text = useText();
  return (
    <AccountPage
      title={text('ways.title')}
      lead={text('ways.lead')}
      none={{ title: text('ways.noneTitle'), text: text('ways.noneText') }}
      gone={{ title: text('payouts.goneTitle'), text: text('ways.goneText') }}
    >
      {(payments) => <Ways payments={payments} />}
    </AccountPage>
  );
}

function Ways({ payments }: { readonly payments: PaymentsState }) {
  const live = useMethods(payments.accountId ?? 'own');
  return <Loaded live={live}>{(ways) => <MethodGroups ways={ways} payments={payments} />}</Loaded>;
}
