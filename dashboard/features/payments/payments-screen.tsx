import { ActionIcon, Alert, Button, List, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { readUrl } from '@busker/core/text/safe-url';
import { maxBlockWordLength, maxBlockWords } from '@busker/core/profile/draft';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import { pageAddress } from '@busker/core/profile/profile';
import { IconX } from '../../icons/screen-icons';
import { usePayments, usePublished } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useSetUp } from '../../first-steps/use-set-up';
import { useText } from '../../messages/text';
import { ShareButtons } from '../../publish/publish';
import { PublishBar } from '../../publish/publish-bar';
import { LinkButton, Page } from '../../page/page';
import { Loaded, Panel } from '../../panel/panel';
import { MonthlyPanel } from './monthly-panel';
import styles from './payments.module.css';
import { StatusPanel, useOnboarding } from './status-panel';
import { GoalPanel, ThanksPanel, WallPanel } from './thanks-panel';
import { WalletsPanel } from './wallets-panel';
import { AmountsPanel, CostsPanel } from './amounts-and-costs';
import { PlainButton, Small } from '../../theme/theme';
import { OutsideLink, Quiet } from '../../theme/owner-parts';

const settings = 'https://dashboard.stripe.com/settings';

export function MailsPanel() {
  const text = useText();
  return (
    <Panel id="mails" heading={text('mails.heading')}>
      <Quiet mb="sm">{text('mails.text')}</Quiet>
      <LinkButton to="/settings/notifications" variant="default" mb="md">
        {text('mails.set')}
      </LinkButton>
      <Small mb="xs">{text('mails.stripe')}</Small>
      <List size="sm" spacing={4} mb="sm">
        <List.Item>{text('mails.you')}</List.Item>
        <List.Item>{text('mails.fans')}</List.Item>
      </List>
      <OutsideLink href={settings}>{text('mails.open')}</OutsideLink>
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
      <Quiet mb="md">{text('sites.note')}</Quiet>
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
        <PlainButton type="submit" size="md">
          {text('sites.add')}
        </PlainButton>
      </form>
      {sites.length === 0 ? (
        <Small mt="sm">{text('sites.everywhere')}</Small>
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

interface AccountsScreenProps {
  readonly title: string;
  readonly lead: string;
  readonly children: (payments: PaymentsState | null) => ReactNode;
}

/** A screen of settings that depend on the owner's Stripe account, which may not exist yet. */
function AccountsScreen({ title, lead, children }: AccountsScreenProps) {
  return (
    <Page title={title} lead={lead} actions={<PublishBar />}>
      <Loaded live={usePayments()}>{children}</Loaded>
    </Page>
  );
}

export function AmountsScreen() {
  const text = useText();
  return (
    <AccountsScreen title={text('amounts.heading')} lead={text('amounts.lead')}>
      {(payments) => (
        <>
          <AmountsPanel payments={payments} />
          <MonthlyPanel payments={payments} />
        </>
      )}
    </AccountsScreen>
  );
}

export function ThanksScreen() {
  const text = useText();
  return (
    <AccountsScreen title={text('nav.thanks')} lead={text('thanks.lead')}>
      {(payments) => (
        <>
          <GoalPanel payments={payments} />
          <WallPanel />
          <ThanksPanel payments={payments} />
        </>
      )}
    </AccountsScreen>
  );
}

/** One word or phrase per line, each once. */
export function wordsIn(typed: string): readonly string[] {
  const lines = typed.split(/[\n,;]+/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** The owner's blocked words, one place for all of them. Part of the draft: they apply from the next publish and are never public. */
function BlockedWordsPanel() {
  const text = useText();
  const { draft, type, flush } = useDraft();
  // Kept while it is refused.
  const [typed, setTyped] = useState<string | null>(null);
  const words = draft.tips.blockWords;
  const faultOf = (next: readonly string[]) => {
    const tooLong = next.find((word) => word.length > maxBlockWordLength);
    if (tooLong !== undefined) return text('block.tooLong', { word: tooLong, max: maxBlockWordLength });
    return next.length > maxBlockWords ? text('block.tooMany', { max: maxBlockWords }) : null;
  };
  const fault = typed === null ? null : faultOf(wordsIn(typed));
  const change = (written: string) => {
    setTyped(written);
    const next = wordsIn(written);
    if (faultOf(next) === null) type(setField(['tips', 'blockWords'], next));
  };
  const leave = () => {
    flush();
    if (fault === null) setTyped(null);
  };
  return (
    <Panel id="words" heading={text('block.title')}>
      <Quiet mb="sm">{text('block.about')}</Quiet>
      <Textarea
        label={text('block.words')}
        description={text('block.hint')}
        autosize
        minRows={3}
        maxRows={12}
        value={typed ?? words.join('\n')}
        error={fault}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={leave}
      />
    </Panel>
  );
}

/** Where cards may take tips, which domains have wallets, and which words wait for the owner. */
export function SitesScreen() {
  const text = useText();
  return (
    <AccountsScreen title={text('nav.sites')} lead={text('sites.lead')}>
      {(payments) => (
        <>
          <SitesPanel />
          <WalletsPanel
            ready={payments !== null && payments.accountId !== null && payments.disconnectedAt === null}
          />
          <BlockedWordsPanel />
        </>
      )}
    </AccountsScreen>
  );
}

export function PaymentsScreen() {
  const text = useText();
  return (
    <AccountsScreen title={text('payments.title')} lead={text('payments.lead')}>
      {(payments) => <Settings payments={payments} />}
    </AccountsScreen>
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

/** What is next once Stripe takes payments, until the first tip: the page with its address, or publishing it. */
function TakesTips() {
  const text = useText();
  const { host } = useBackend();
  const live = usePublished();
  const setUp = useSetUp();
  if (setUp === null || !setUp.done.has('payments') || live.kind !== 'ready') return null;
  if (live.value === null || live.value.takenDownAt !== null)
    return (
      <Panel heading={text('setUp.ready')}>
        <Small mb="sm">{text('setUp.readyText')}</Small>
        <LinkButton to="/page/profile#set-up">{text('setUp.toPage')}</LinkButton>
      </Panel>
    );
  const url = pageAddress(live.value, host);
  return (
    <Panel heading={text('setUp.takesTips')}>
      <div className={styles.takesTips}>
        <Button component="a" href={url} target="_blank" rel="noreferrer" size="compact-md">
          {text('page.view')}
        </Button>
        <ShareButtons url={url} />
        <OutsideLink href={`${host}/@${live.value.handle}/tip`}>{text('setUp.tip')}</OutsideLink>
      </div>
      <Quiet mt="xs">{text(setUp.livemode ? 'setUp.tipLive' : 'setUp.tipTest')}</Quiet>
    </Panel>
  );
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
      <TakesTips />
      <StatusPanel payments={payments} onboarding={onboarding} />
      <CostsPanel payments={payments} />
      <MailsPanel />
    </>
  );
}
