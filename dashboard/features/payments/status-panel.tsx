import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import type { ConnectBody } from '@busker/core/dashboard-api/owner-api';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import type { Failure } from '../../data/failure';
import { useBackend } from '../../session/session';
import { useText, type PlainMessageId } from '../../messages/text';
import { useAnnounce } from '../../feedback/announcer';
import { FailureAlert } from '../../feedback/failure-alert';
import { Moment } from '../../ui/dates';
import { Panel, Tag, type Tone } from '../../panel/panel';
import styles from './payments.module.css';
import { ConnectForm } from './connect-form';
import { PlainButton, Small } from '../../theme/theme';
import { OutsideLink } from '../../theme/owner-parts';

type Onboarding =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy'; readonly what: 'connect' | 'refresh' }
  | { readonly kind: 'nothing-left' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Going to Stripe loads another page. Tests and stories replace this function. */
export const leave = { to: (url: string): void => window.location.assign(url) };

/** What owners can do about an account: continue at Stripe, or refresh its status. */
export function useOnboarding() {
  const text = useText();
  const announce = useAnnounce();
  const { money } = useBackend();
  const [state, setState] = useState<Onboarding>({ kind: 'idle' });

  // Back from Stripe's page by the browser, this page may be as it was left: busy.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && setState({ kind: 'idle' });
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);

  const connect = useCallback(
    async (wanted: ConnectBody) => {
      setState({ kind: 'busy', what: 'connect' });
      const answer = await money.connect(wanted);
      if (!answer.ok) setState({ kind: 'failed', failure: answer.problem });
      else if (answer.value.url === null) setState({ kind: 'nothing-left' });
      else leave.to(answer.value.url);
    },
    [money],
  );
  const refresh = useCallback(async () => {
    setState({ kind: 'busy', what: 'refresh' });
    const answer = await money.refresh();
    setState(answer.ok ? { kind: 'idle' } : { kind: 'failed', failure: answer.problem });
    if (answer.ok) announce(text('pay.refreshed'));
  }, [money, announce, text]);

  return { state, connect, refresh };
}

/** The state of an account in one word. `gone`: the owner disconnected it. `paused`: too many declined cards. */
type AccountStatus = PaymentsState['cardPayments'] | 'gone' | 'paused';

export function accountStatus(payments: PaymentsState | null, now: number): AccountStatus {
  if (payments === null) return 'none';
  if (payments.disconnectedAt !== null) return 'gone';
  if (payments.cardPayments === 'active' && (payments.pausedUntil ?? 0) > now) return 'paused';
  return payments.cardPayments;
}

const words: readonly (readonly [pattern: RegExp, message: PlainMessageId])[] = [
  [/document|verification\.(additional|proof)/, 'pay.need.document'],
  [/external_account|payout|bank/, 'pay.need.bank'],
  [/tos_acceptance|terms/, 'pay.need.terms'],
  [/id_number|tax_id|ssn|vat/, 'pay.need.idNumber'],
  [/\bdob\b|date_of_birth/, 'pay.need.birth'],
  [/address/, 'pay.need.address'],
  [/email|phone/, 'pay.need.contact'],
  [/business|company|mcc|url|product_description|industry/, 'pay.need.business'],
  [/name/, 'pay.need.name'],
];

/** Stripe's requirement names (`individual.verification.document`) as message ids, each once. */
export function requirementWords(requirements: readonly string[]): readonly PlainMessageId[] {
  const said = requirements.map(
    (name) => words.find(([pattern]) => pattern.test(name))?.[1] ?? ('pay.need.other' as const),
  );
  return [...new Set(said)];
}

const tones: Readonly<Record<AccountStatus, Tone>> = {
  active: 'good',
  pending: 'plain',
  restricted: 'warn',
  unsupported: 'bad',
  none: 'plain',
  gone: 'bad',
  paused: 'warn',
};

interface StatusPanelProps {
  readonly payments: PaymentsState | null;
  readonly onboarding: ReturnType<typeof useOnboarding>;
}

/** Whether this owner can accept tips; if not, what is missing and where to provide it. */
export function StatusPanel({ payments, onboarding }: StatusPanelProps) {
  const text = useText();
  const intl = useIntl();
  const [now] = useState(() => Date.now());
  const { state, connect } = onboarding;
  const status = accountStatus(payments, now);
  const busy = state.kind === 'busy';
  const about =
    status === 'paused'
      ? text('pay.about.paused', { when: intl.formatTime(payments?.pausedUntil ?? now) })
      : text(`pay.about.${status}`);

  return (
    <Panel
      heading={text('pay.account')}
      aside={<Tag tone={tones[status]}>{text(`pay.status.${status}`)}</Tag>}
    >
      <Stack gap="md">
        {status !== 'none' && <Small>{about}</Small>}
        {payments && <Missing payments={payments} />}
        {status === 'none' && <ConnectForm busy={busy} onConnect={(wanted) => void connect(wanted)} />}
        {status === 'gone' && (
          <>
            <Text fw={600}>{text('pay.again')}</Text>
            <ConnectForm busy={busy} onConnect={(wanted) => void connect(wanted)} />
          </>
        )}
        {state.kind === 'nothing-left' && <Alert role="status">{text('pay.nothingLeft')}</Alert>}
        {state.kind === 'failed' && <FailureAlert failure={state.failure} />}
        {payments && status !== 'none' && status !== 'gone' && (
          <Actions payments={payments} status={status} onboarding={onboarding} />
        )}
        {payments?.accountId && <Facts payments={payments} />}
      </Stack>
    </Panel>
  );
}

function Missing({ payments }: { readonly payments: PaymentsState }) {
  const text = useText();
  const intl = useIntl();
  const { requirements, requirementsDueAt } = payments;
  if (requirements.length === 0 || payments.disconnectedAt !== null) return null;
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {text('pay.missing')}
      </Text>
      <List size="sm" spacing={2}>
        {requirementWords(requirements).map((need) => (
          <List.Item key={need}>{text(need)}</List.Item>
        ))}
      </List>
      {requirementsDueAt !== null && (
        <Text size="sm" mt={6} className={styles.warning ?? ''}>
          {text('pay.dueBy', { date: intl.formatDate(requirementsDueAt, { dateStyle: 'long' }) })}
        </Text>
      )}
    </div>
  );
}

interface ActionsProps extends StatusPanelProps {
  readonly payments: PaymentsState;
  readonly status: AccountStatus;
}

function Actions({ payments, status, onboarding }: ActionsProps) {
  const text = useText();
  const { state, connect, refresh } = onboarding;
  const { country, currency, requirements, mode, livemode } = payments;
  const asks = requirements.length > 0 || status === 'restricted';
  const busy = state.kind === 'busy' ? state.what : null;
  return (
    <Group gap="sm">
      {asks && country !== null && mode !== 'single' && (
        <Button
          loading={busy === 'connect'}
          disabled={busy !== null}
          onClick={() => void connect({ country, currency })}
        >
          {text('pay.more')}
        </Button>
      )}
      <PlainButton loading={busy === 'refresh'} disabled={busy !== null} onClick={() => void refresh()}>
        {text('pay.refresh')}
      </PlainButton>
      {livemode && <OutsideLink href="https://dashboard.stripe.com/">{text('pay.open')}</OutsideLink>}
    </Group>
  );
}

function Facts({ payments }: { readonly payments: PaymentsState }) {
  const text = useText();
  const { locale } = useIntl();
  const { country, currency, accountId, checkedAt } = payments;
  const name = (type: 'region' | 'currency', code: string) =>
    new Intl.DisplayNames(locale, { type }).of(code.toUpperCase()) ?? code;
  return (
    <dl className={styles.facts}>
      {country && (
        <div>
          <dt>{text('pay.country')}</dt>
          <dd>{name('region', country)}</dd>
        </div>
      )}
      {currency && (
        <div>
          <dt>{text('pay.currency')}</dt>
          <dd>{`${name('currency', currency)} (${currency.toUpperCase()})`}</dd>
        </div>
      )}
      <div>
        <dt>{text('pay.accountId')}</dt>
        <dd>
          <code>{accountId}</code>
        </dd>
      </div>
      {checkedAt !== null && (
        <div>
          <dt>{text('pay.checked')}</dt>
          <dd>
            <Moment at={checkedAt} />
          </dd>
        </div>
      )}
    </dl>
  );
}
