import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import type { ModeratedReport, OwnerCase } from '../../../core/dashboard-api/moderation-api';
import type { PublicProfile } from '../../../core/profile/public-profile';
import { CardPreview } from '../../../widget';
import type { WantedAct } from '../../data/backend';
import { useBackend } from '../../session/session';
import { useText } from '../../messages/text';
import { embedFolder } from '../../data/config';
import { Dialog } from '../../dialog/dialog';
import { Panel, Tag } from '../../panel/panel';
import { useToast } from '../../feedback/toast';
import { focusFault, useTooLong } from '../../form/text-length';
import { ActForm, Confirmed } from './decision-form';
import { FactList, Loaded, useAsked, type Fact, type Run } from './asked';
import styles from './moderation.module.css';

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

/** What moderators and admins did or tried about an owner, newest first. */
function ActList({ acts }: { readonly acts: OwnerCase['acts'] }) {
  const text = useText();
  const { formatDate } = useIntl();
  if (acts.length === 0) return <Panel heading={text('moderation.acts')}>{text('moderation.noActs')}</Panel>;
  return (
    <Panel heading={text('moderation.acts')} note={text('moderation.actsNote')}>
      <ol className={styles.list}>
        {acts.map(({ at, who, role, verb, outcome, reason }, index) => (
          // Two acts of one moment are possible, and the list never changes its order.
          <li key={`${at} ${index}`} className={styles.entry}>
            <div className={styles.entryTop}>
              <b>{text(`moderation.acted.${verb}`)}</b>
              {outcome === 'refused' && <Tag tone="warn">{text('moderation.refused')}</Tag>}
              <Text component="span" size="sm" c="dimmed">
                {formatDate(at, { dateStyle: 'medium', timeStyle: 'short' })}
              </Text>
              <Text component="span" size="sm" c="dimmed">
                {`${who} (${text(`moderation.role.${role}`)})`}
              </Text>
            </div>
            <p className={styles.said}>{reason}</p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** URLs of the pictures of a card, which the host may not show to visitors. Null while a picture loads, and when it is gone. */
function useWithheldPictures(
  { picture, links }: PublicProfile,
  run: Run,
): (path: string | null) => string | null {
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>(new Map());
  const wanted = JSON.stringify([picture, ...links.map((link) => link.picture)].filter(Boolean));
  useEffect(() => {
    const made = new Map<string, string>();
    let left = false;
    const read = async (path: string) => {
      const answer = await run((moderation) => moderation.picture(path));
      if (left || !answer.ok) return;
      made.set(path, URL.createObjectURL(answer.value));
      setUrls(new Map(made));
    };
    // One after the other, so that one dialog asks to sign in again, not one for each picture.
    void (async () => {
      for (const path of JSON.parse(wanted) as readonly string[]) if (!left) await read(path);
    })();
    return () => {
      left = true;
      for (const url of made.values()) URL.revokeObjectURL(url);
    };
  }, [run, wanted]);
  return (path) => (path === null ? null : (urls.get(path) ?? null));
}

interface CardDialogProps {
  readonly card: PublicProfile;
  readonly run: Run;
  readonly onClose: () => void;
}

/** The real card as the owner published it, also while it is hidden. Its tip sheet charges nobody. */
function CardDialog({ card, run, onClose }: CardDialogProps) {
  const text = useText();
  const { host } = useBackend();
  const urlOf = useWithheldPictures(card, run);
  const links = card.links.map((link) => ({ ...link, picture: urlOf(link.picture) }));
  return (
    <Dialog open onClose={onClose} title={text('moderation.lookTitle', { handle: card.handle })}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {text('moderation.lookNote')}
        </Text>
        <CardPreview
          profile={{ ...card, picture: urlOf(card.picture), links }}
          host={host}
          assets={embedFolder}
        />
      </Stack>
    </Dialog>
  );
}

const dateAndTime = { dateStyle: 'long', timeStyle: 'short' } as const;

/** Who the owner is, and what applies to the page now. */
function OwnerFacts({ owner, run }: { readonly owner: OwnerCase; readonly run: Run }) {
  const text = useText();
  const { host } = useBackend();
  const { formatDate } = useIntl();
  const [looking, setLooking] = useState(false);
  const { uid, handle, card, aliases, restriction, openPayments, deletedAt } = owner;
  const restricted: readonly Fact[] =
    restriction === null
      ? []
      : [
          [text('moderation.since'), formatDate(restriction.since, dateAndTime)],
          [
            text('moderation.until'),
            restriction.until === null
              ? text('moderation.noEnd')
              : formatDate(restriction.until, dateAndTime),
          ],
          [text('moderation.by'), `${restriction.by} (${text(`moderation.role.${restriction.byRole}`)})`],
          [text('moderation.reason'), restriction.reason],
        ];
  const isShown = restriction === null || ['limited', 'payments-paused'].includes(restriction.state);
  return (
    <Panel heading={handle === null ? text('moderation.unpublished') : `@${handle}`} note={uid}>
      <FactList
        facts={[
          ...(card === null ? [] : [[text('moderation.name'), card.name] as const]),
          ...(aliases.length === 0 ? [] : [[text('moderation.aliases'), aliases.join(', ')] as const]),
          ...(deletedAt === null
            ? []
            : [[text('moderation.deleted'), formatDate(deletedAt, dateAndTime)] as const]),
          [text('moderation.standing'), text(`moderation.standing.${restriction?.state ?? 'good'}`)],
          ...restricted,
          [text('moderation.openPayments'), String(openPayments)],
        ]}
      />
      {card !== null && (
        <Group gap="md">
          <Button variant="default" onClick={() => setLooking(true)}>
            {text('moderation.look')}
          </Button>
          {isShown && (
            <Anchor href={`${host}/@${encodeURIComponent(card.handle)}`} target="_blank" rel="noreferrer">
              {text('moderation.page')}
            </Anchor>
          )}
          {looking && <CardDialog card={card} run={run} onClose={() => setLooking(false)} />}
        </Group>
      )}
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
                <Text component="span" size="sm" c="dimmed">
                  {formatDate(receivedAt, { dateStyle: 'medium', timeStyle: 'short' })}
                </Text>
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
  return (
    <Loaded asked={asked} again={again}>
      {(owner) => <OwnerPage owner={owner} run={run} onChanged={again} />}
    </Loaded>
  );
}
