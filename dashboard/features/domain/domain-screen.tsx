import { Anchor, Button, Group, Table, Text, TextInput } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import useSWR, { type KeyedMutator } from 'swr';
import type { DomainAnswer } from '@busker/core/domains/domain-api';
import { readDomain, type DomainState } from '@busker/core/domains/own-domain';
import { readableHost } from '@busker/core/text/addresses';
import { type Failure, valueOf } from '../../data/failure';
import { Dialog } from '../../dialog/dialog';
import { useAnnounce } from '../../feedback/announcer';
import { FailureAlert } from '../../feedback/failure-alert';
import { useToast } from '../../feedback/toast';
import { AskForm, useAsk } from '../../form/ask-form';
import { useFaultText, useText } from '../../messages/text';
import { Arriving, Page } from '../../page/page';
import { CodeBlock } from '../../panel/code-block';
import { FoldedPanel, Panel, Tag, type Tone } from '../../panel/panel';
import { useBackend, useOwner } from '../../session/session';
import { PlainButton, Small } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';
import styles from './domain.module.css';

type OwnDomain = NonNullable<DomainAnswer['domain']>;
type DomainRecord = OwnDomain['records'][number];

/** Milliseconds between two looks while the screen is open. */
const checkEvery = 60_000;

const tones: Readonly<Record<DomainState, Tone>> = {
  waiting: 'plain',
  wrong: 'bad',
  proving: 'warn',
  taken: 'bad',
  certificate: 'warn',
  live: 'good',
  broken: 'bad',
  released: 'plain',
};
const checkTones: Readonly<Record<DomainRecord['check'], Tone>> = {
  right: 'good',
  missing: 'warn',
  wrong: 'bad',
};

/** What registrars write above their fields: name and value of a record. Their screens are in English, or keep these words. */
const registrars: readonly (readonly [registrar: string, name: string, value: string])[] = [
  ['Cloudflare', 'Name', 'Target / IPv4 address / Content (Proxy status: DNS only)'],
  ['Gandi', 'Name', 'Hostname / IPv4 address / Text value'],
  ['GoDaddy', 'Name', 'Value'],
  ['Hetzner', 'Name', 'Value'],
  ['IONOS', 'Host name', 'Points to / Value'],
  ['Namecheap', 'Host', 'Value'],
  ['OVHcloud', 'Sub-domain', 'Target / Value'],
  ['Porkbun', 'Host', 'Answer / Value'],
  ['Squarespace', 'Host', 'Data'],
];

/** The owner's domain, read once and then checked each minute while its state may change. */
function useDomain(uid: string) {
  const { siteChecks } = useBackend();
  const { data, error, mutate } = useSWR<DomainAnswer, Failure>(
    ['own-domain', uid],
    () => valueOf(siteChecks.ownDomain()),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  const isFollowed = data?.domain != null && data.domain.state !== 'released';
  useEffect(() => {
    if (!isFollowed) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return;
      // A look that fails is none: the next one is a minute away.
      void siteChecks.checkDomain().then((answer) => (answer.ok ? mutate(answer.value, false) : undefined));
    }, checkEvery);
    return () => clearInterval(timer);
  }, [isFollowed, siteChecks, mutate]);
  return { data, error, mutate };
}

/** The page at a domain of the owner's own: which one, the records to set, and how far it has come. */
export function DomainScreen() {
  const text = useText();
  const { uid } = useOwner();
  const { data, error, mutate } = useDomain(uid);
  return (
    <Page title={text('nav.domain')} lead={text('domain.lead')}>
      {error !== undefined && <FailureAlert failure={error} onRetry={() => void mutate()} />}
      {data === undefined && error === undefined && <Arriving outline={null} />}
      {data !== undefined && <Shown answer={data} mutate={mutate} />}
    </Page>
  );
}

interface ShownProps {
  readonly answer: DomainAnswer;
  readonly mutate: KeyedMutator<DomainAnswer>;
}

function Shown({ answer: { offered, domain }, mutate }: ShownProps) {
  const text = useText();
  if (!offered)
    return (
      <Panel heading={text('domain.heading')}>
        <Small>{text('domain.off')}</Small>
      </Panel>
    );
  if (domain === null || domain.state === 'released')
    return (
      <Panel heading={text('domain.heading')}>
        {domain !== null && (
          <Small mb="sm">
            <bdi>{domain.name}</bdi>: {text('domain.why.released')}
          </Small>
        )}
        <Choose mutate={mutate} />
      </Panel>
    );
  return (
    <>
      <State domain={domain} mutate={mutate} />
      <Records records={domain.records} />
      <Registrars />
    </>
  );
}

/** The form for a domain. Letters of other alphabets may look like Latin ones, so the name that DNS knows stands below. */
function Choose({ mutate }: Pick<ShownProps, 'mutate'>) {
  const text = useText();
  const faultText = useFaultText();
  const { siteChecks } = useBackend();
  const [typed, setTyped] = useState('');
  const { busy, failure, ask, setFailure } = useAsk();
  const read = readDomain(typed);
  const isOther = read.ok && read.value.includes('xn--');
  const fault = failure?.fields?.domain;
  const send = async () => {
    const answer = await ask(() => siteChecks.wantDomain(typed));
    if (answer.ok) await mutate(answer.value, false);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (read.ok) void send();
    else setFailure({ code: 'api/invalid-fields', fields: { domain: read.problem } });
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <TextInput
        label={text('domain.label')}
        description={text('domain.note')}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        error={fault && faultText(fault)}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setFailure(null);
        }}
      />
      {isOther && <Small mt="xs">{text('domain.ascii', { ascii: read.value })}</Small>}
      {failure && fault === undefined && <FailureAlert failure={failure} />}
      <Button type="submit" mt="md" loading={busy}>
        {text('domain.connect')}
      </Button>
    </form>
  );
}

function State({ domain, mutate }: { readonly domain: OwnDomain } & Pick<ShownProps, 'mutate'>) {
  const text = useText();
  const intl = useIntl();
  const announce = useAnnounce();
  const { failed } = useToast();
  const { siteChecks } = useBackend();
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  const { name, state, url, checkedAt, brokenSince, endsAt, permission, wallets } = domain;
  const readable = readableHost(name);
  const date = (at: number) => intl.formatDate(at, { dateStyle: 'long' });
  const why =
    state === 'broken'
      ? text('domain.why.broken', { since: date(brokenSince ?? 0), end: date(endsAt ?? 0) })
      : text(`domain.why.${state}`);
  const check = async () => {
    setBusy(true);
    const answer = await siteChecks.checkDomain();
    setBusy(false);
    if (!answer.ok) return failed(answer.problem);
    await mutate(answer.value, false);
    if (answer.value.domain !== null) announce(text(`domain.state.${answer.value.domain.state}`));
  };
  const time = checkedAt === null ? null : intl.formatDate(checkedAt, { timeStyle: 'short' });
  return (
    <Panel
      heading={text('domain.heading')}
      aside={<Tag tone={tones[state]}>{text(`domain.state.${state}`)}</Tag>}
    >
      <Text fw={600} dir="ltr" className={styles.name ?? ''}>
        {state === 'live' ? (
          <Anchor href={url} inherit>
            {readable}
          </Anchor>
        ) : (
          readable
        )}
      </Text>
      {readable !== name && <Small>{text('domain.ascii', { ascii: name })}</Small>}
      <Small mt="xs">{why}</Small>
      {wallets !== null && <Small mt="xs">{text(`domain.wallets.${wallets}`)}</Small>}
      {permission !== null && (
        <Text size="sm" mt="xs" role="alert">
          {text('domain.permission', { permission })}
        </Text>
      )}
      <Quiet mt="xs">{time === null ? text('domain.never') : text('domain.checked', { time })}</Quiet>
      <Group gap="xs" mt="md">
        <PlainButton loading={busy} onClick={() => void check()}>
          {text('domain.checkNow')}
        </PlainButton>
        <PlainButton onClick={() => setRemoving(true)}>{text('domain.remove')}</PlainButton>
      </Group>
      <Remove name={name} open={removing} onClose={() => setRemoving(false)} mutate={mutate} />
    </Panel>
  );
}

interface RemoveProps extends Pick<ShownProps, 'mutate'> {
  readonly name: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

function Remove({ name, open, onClose, mutate }: RemoveProps) {
  const text = useText();
  const { notify } = useToast();
  const { siteChecks } = useBackend();
  return (
    <Dialog open={open} onClose={onClose} title={text('domain.remove')}>
      <AskForm
        danger
        submit={text('domain.remove')}
        send={() => siteChecks.giveBackDomain()}
        onCancel={onClose}
        onDone={(answer) => {
          onClose();
          notify(text('domain.removed', { domain: name }));
          void mutate(answer, false);
        }}
      >
        <Small>{text('domain.removeText', { domain: name })}</Small>
      </AskForm>
    </Dialog>
  );
}

function Records({ records }: Pick<OwnDomain, 'records'>) {
  const text = useText();
  return (
    <Panel heading={text('domain.records')}>
      <ul className={styles.records} aria-label={text('domain.records')}>
        {records.map((record) => (
          <Record key={`${record.type} ${record.name}`} record={record} />
        ))}
      </ul>
    </Panel>
  );
}

/** One record, with a copy button for each field. The name is the part below the registered domain, which most registrars ask for. */
function Record({ record: { type, label, values, check, seen } }: { readonly record: DomainRecord }) {
  const text = useText();
  const field = (name: 'domain.name' | 'domain.value') => text('domain.field', { field: text(name), type });
  return (
    <li>
      <div className={styles.top}>
        <Text fw={600}>
          {text('domain.type')}: {type}
        </Text>
        <Tag tone={checkTones[check]}>{text(`domain.check.${check}`)}</Tag>
      </div>
      <Small fw={550}>{text('domain.name')}</Small>
      <CodeBlock code={label} label={field('domain.name')} copy={text('domain.copy')} isOneOfMany />
      <Text size="sm" fw={550} mt="xs">
        {text('domain.value')}
      </Text>
      {values.length === 0 && <Small>{text('domain.none')}</Small>}
      {values.map((value) => (
        <CodeBlock
          key={value}
          code={value}
          label={field('domain.value')}
          copy={text('domain.copy')}
          isOneOfMany
        />
      ))}
      {seen.length > 0 && <Small mt="xs">{text('domain.seen', { seen: seen.join(', ') })}</Small>}
    </li>
  );
}

function Registrars() {
  const text = useText();
  return (
    <FoldedPanel id="registrars" heading={text('domain.registrars')}>
      <Small mb="sm">{text('domain.registrarsNote')}</Small>
      <Table dir="ltr">
        <Table.Thead>
          <Table.Tr>
            <Table.Th />
            <Table.Th>{text('domain.name')}</Table.Th>
            <Table.Th>{text('domain.value')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {registrars.map(([registrar, name, value]) => (
            <Table.Tr key={registrar}>
              <Table.Th scope="row">{registrar}</Table.Th>
              <Table.Td lang="en">{name}</Table.Td>
              <Table.Td lang="en">{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </FoldedPanel>
  );
}
