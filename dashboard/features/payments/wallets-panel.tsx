import { readUrl } from '@busker/core/text/safe-url';
import { Skeleton, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import useSWR from 'swr';
import type { Site } from '@busker/core/dashboard-api/owner-api';
import { type Failure, valueOf } from '../../data/failure';
import { useFaultText, useText } from '../../messages/text';
import { useAnnounce } from '../../feedback/announcer';
import { FailureAlert } from '../../feedback/failure-alert';
import { useAsk } from '../../form/ask-form';
import { Panel, Tag } from '../../panel/panel';
import { useBackend, useOwner } from '../../session/session';
import { PlainButton, Small } from '../../theme/theme';
import { Note, Quiet } from '../../theme/owner-parts';
import styles from './payments.module.css';

const wallets = ['applePay', 'googlePay', 'link'] as const;

/** The domain that Stripe needs, from an address such as `https://blog.example.com/about`. */
function domainOf(typed: string): string {
  const whole = typed.includes('://') ? typed.trim() : `https://${typed.trim()}`;
  return readUrl(whole)?.hostname ?? typed.trim();
}

/** Domains registered at Stripe for wallets. Stripe keeps the list, so it is loaded each time. */
export function WalletsPanel({ ready }: { readonly ready: boolean }) {
  const text = useText();
  return (
    <Panel id="wallets" heading={text('wallets.heading')}>
      <Quiet mb="md">{text('wallets.note')}</Quiet>
      {ready ? <Wallets /> : <Small>{text('wallets.notReady')}</Small>}
    </Panel>
  );
}

function Wallets() {
  const text = useText();
  const { money } = useBackend();
  const { uid } = useOwner();
  const { data, error, mutate } = useSWR<readonly Site[], Failure>(
    ['wallet-sites', uid],
    () => valueOf(money.sites()),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  return (
    <>
      <AddDomain onAdded={() => void mutate()} />
      {error && <FailureAlert failure={error} onRetry={() => void mutate()} />}
      {!data && !error && (
        <div role="status" aria-label={text('app.loading')}>
          <Skeleton height={44} mt="sm" radius="md" />
        </div>
      )}
      {data?.length === 0 && <Small mt="sm">{text('wallets.none')}</Small>}
      {data && data.length > 0 && (
        <ul className={styles.sites} aria-label={text('wallets.list')}>
          {data.map((site) => (
            <WalletSite key={site.domain} site={site} />
          ))}
        </ul>
      )}
    </>
  );
}

function WalletSite({ site }: { readonly site: Site }) {
  const text = useText();
  return (
    <li>
      <div>
        <span>{site.domain}</span>
        {site.problem && <Note>{site.problem}</Note>}
      </div>
      <span className={styles.wallets}>
        {wallets.map((wallet) => (
          <Tag key={wallet} tone={site[wallet] === 'active' ? 'good' : 'warn'}>
            {`${text(`wallets.${wallet}`)}: ${text(`wallets.${site[wallet]}`)}`}
          </Tag>
        ))}
      </span>
    </li>
  );
}

function AddDomain({ onAdded }: { readonly onAdded: () => void }) {
  const text = useText();
  const announce = useAnnounce();
  const { money } = useBackend();
  const [typed, setTyped] = useState('');
  const { busy, failure, ask } = useAsk();
  const faultText = useFaultText();
  const fault = failure?.fields?.domain;
  const refused = fault && faultText(fault);

  const add = async () => {
    const answer = await ask(() => money.addSite(domainOf(typed)));
    if (!answer.ok) return;
    announce(text('wallets.added', { domain: answer.value.domain }));
    setTyped('');
    onAdded();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void add();
  };

  return (
    <>
      <form className={styles.addRow} onSubmit={onSubmit} noValidate>
        <TextInput
          aria-label={text('wallets.domain')}
          placeholder={text('wallets.placeholder')}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          error={refused}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <PlainButton type="submit" size="md" loading={busy}>
          {text('wallets.add')}
        </PlainButton>
      </form>
      {failure && !refused && (
        <div className={styles.status}>
          <FailureAlert failure={failure} />
        </div>
      )}
    </>
  );
}
