import { Button, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import type { ModeratedReport, OwnerCase } from '@busker/core/dashboard-api/moderation-api';
import type { WantedAct } from '../../data/backend';
import { useText } from '../../messages/text';
import { Loaded, Panel, Tag } from '../../panel/panel';
import { useToast } from '../../feedback/toast';
import { focusFault, useTooLong } from '../../form/text-length';
import { ActForm } from './decision-form';
import { Confirmed } from './confirm-decision';
import { useAsked, type Run } from './asked';
import styles from './moderation.module.css';
import { OwnerFacts } from './owner-facts';
import { Quiet } from '../../theme/owner-parts';

interface ActProps {
  readonly owner: OwnerCase;
  readonly run: Run;
  readonly onDone: () => void;
}

/** An act on a page without a report: the form, then the confirmation. */
function Act({ owner, run, onDone }: ActProps) {
  const text = useText();
  const page = owner.handle ?? owner.uid;
  const stops = (verb: WantedAct['verb']) =>
    (verb === 'suspend' || verb === 'close') && owner.openPayments > 0;
  return (
    <Confirmed<WantedAct>
      consequences={({ verb }) => ({
        heading: text(`moderation.verb.${verb}`),
        lines: [
          text(`moderation.willAct.${verb}`, { page }),
          ...(stops(verb) ? [text('moderation.endsPayments', { count: owner.openPayments })] : []),
          text('moderation.actMails'),
        ],
        isHarmless: verb === 'restore',
      })}
      act={(wanted) => run((moderation) => moderation.act(wanted))}
      onDone={onDone}
    >
      {(onWanted) => <ActForm owner={owner} onWanted={onWanted} />}
    </Confirmed>
  );
}

/** Moderators' and admins' actions and attempts about an owner, newest first. */
function ActList({ acts }: { readonly acts: OwnerCase['acts'] }) {
  const text = useText();
  const { formatDate } = useIntl();
  if (acts.length === 0) return <Panel heading={text('moderation.acts')}>{text('moderation.noActs')}</Panel>;
  return (
    <Panel heading={text('moderation.acts')} lead={text('moderation.actsNote')}>
      <ol className={styles.list}>
        {acts.map(({ at, who, role, verb, outcome, reason }, index) => (
          // Two acts of one moment are possible, and the list never changes its order.
          <li key={`${at} ${index}`} className={styles.entry}>
            <div className={styles.entryTop}>
              <b>{text(`moderation.acted.${verb}`)}</b>
              {outcome === 'refused' && <Tag tone="warn">{text('moderation.refused')}</Tag>}
              <Quiet component="span">{formatDate(at, { dateStyle: 'medium', timeStyle: 'short' })}</Quiet>
              <Quiet component="span">{`${who} (${text(`moderation.role.${role}`)})`}</Quiet>
            </div>
            <p className={styles.said}>{reason}</p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const isWaiting = ({ state, decision }: ModeratedReport): boolean =>
  state === 'received' || state === 'looked-at' || (state === 'decided' && decision?.outcome === 'hidden');

/** The reports about an owner, newest first. Those that wait lead to their decision. */
function OwnersReports({ reports }: { readonly reports: readonly ModeratedReport[] }) {
  const text = useText();
  const { formatDate } = useIntl();
  if (reports.length === 0)
    return <Panel heading={text('moderation.list')}>{text('moderation.noReports')}</Panel>;
  return (
    <Panel heading={text('moderation.list')}>
      <ul className={styles.list}>
        {reports.map((report) => {
          const { id, kind, state, decision, receivedAt, why } = report;
          const title = text(`moderation.kind.${kind}`);
          return (
            <li key={id} className={styles.entry}>
              <div className={styles.entryTop}>
                <b>{isWaiting(report) ? <Link to={`/moderation?report=${id}`}>{title}</Link> : title}</b>
                <Tag tone={isWaiting(report) ? 'warn' : 'plain'}>
                  {text(
                    isWaiting(report) || decision === null || decision.outcome === 'no-action'
                      ? `moderation.state.${isWaiting(report) ? state : 'closed'}`
                      : `moderation.standing.${decision.outcome}`,
                  )}
                </Tag>
                <Quiet component="span">
                  {formatDate(receivedAt, { dateStyle: 'medium', timeStyle: 'short' })}
                </Quiet>
              </div>
              <p className={styles.said}>{decision?.facts ?? why}</p>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

interface OwnerPageProps {
  readonly owner: OwnerCase;
  readonly run: Run;
  readonly onChanged: () => void;
}

/** One owner: the page, the standing, what can be done, the reports and what was done before. */
function OwnerPage({ owner, run, onChanged }: OwnerPageProps) {
  const text = useText();
  const { notify } = useToast();
  const { uid, possible, restriction } = owner;
  return (
    <>
      <OwnerFacts owner={owner} run={run} />
      <Panel heading={text('moderation.act')}>
        {possible.length === 0 ? (
          text('moderation.nothingPossible')
        ) : (
          // A new restriction is a new form, because other verbs are possible then.
          <Act
            key={`${uid} ${restriction?.since ?? ''} ${restriction?.state ?? ''}`}
            owner={owner}
            run={run}
            onDone={() => {
              notify(text('moderation.acted'));
              onChanged();
            }}
          />
        )}
      </Panel>
      <OwnersReports reports={owner.reports} />
      <ActList acts={owner.acts} />
    </>
  );
}

/** Finds an owner, and shows the one in the address. */
export function OwnersView({ run }: { readonly run: Run }) {
  const [query, setQuery] = useSearchParams();
  const who = query.get('who');
  return (
    <>
      <FindForm
        key={`find ${who ?? ''}`}
        found={who ?? ''}
        onFind={(named) => setQuery({ view: 'owners', who: named })}
      />
      {who !== null && <FoundOwner key={who} who={who} run={run} />}
    </>
  );
}

/** The server reads no longer name, in UTF-16 units. */
const longestWho = 200;

interface FindFormProps {
  readonly found: string;
  readonly onFind: (named: string) => void;
}

function FindForm({ found, onFind }: FindFormProps) {
  const text = useText();
  const [typed, setTyped] = useState(found);
  const fault = useTooLong()(typed.trim(), longestWho, ({ length }) => length);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (fault !== null) return focusFault(event.currentTarget);
    if (typed.trim() !== '') onFind(typed.trim());
  };
  return (
    <Panel heading={text('moderation.find')}>
      <form onSubmit={submit} role="search">
        <Stack gap="sm" align="flex-start">
          <TextInput
            w="100%"
            label={text('moderation.who')}
            description={text('moderation.whoNote')}
            error={fault}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit">{text('moderation.doFind')}</Button>
        </Stack>
      </form>
    </Panel>
  );
}

function FoundOwner({ who, run }: { readonly who: string; readonly run: Run }) {
  const { asked, again } = useAsked(['owner', who], run, (moderation) => moderation.owner(who));
  return <Loaded live={asked}>{(owner) => <OwnerPage owner={owner} run={run} onChanged={again} />}</Loaded>;
}
