import { Anchor, Button, Group, Radio, Stack, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import {
  decisionTextLimits,
  type DecisionBody,
  type ModeratedReport,
  type Objection,
} from '@busker/core/dashboard-api/moderation-api';
import type { MailsAnswer, ModeratedMail } from '@busker/core/dashboard-api/owner-api';
import { unreachable } from '@busker/core/base/result';
import { cleanLines } from '@busker/core/text/text';
import type { ModerationRole } from '@busker/core/moderation/standing';
import { isUrgent } from '@busker/core/moderation/report';
import type { Failure } from '../../data/failure';
import { useBackend } from '../../session/session';
import { useText } from '../../messages/text';
import { moderationViews, ownerAddress, type ModerationView } from '../../navigation/destinations';
import { useReauthentication } from '../../sign-in-fields/use-reauthentication';
import { LinksPicture } from '../../page/empty-state';
import { FailureAlert, Trouble } from '../../feedback/failure-alert';
import { Page } from '../../page/page';
import { EmptyPanel, Loaded, Panel, Tag, type Tone } from '../../panel/panel';
import { useToast } from '../../feedback/toast';
import { focusFault, useTooLong } from '../../form/text-length';
import { FactList, useAsked, useModeration, type Fact, type Run } from './asked';
import { DecisionForm } from './decision-form';
import { Confirmed } from './confirm-decision';
import styles from './moderation.module.css';
import { OwnersView } from './owners-view';
import { PlainButton } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';

const choices = ['upheld', 'reversed'] as const;

interface WantedAnswer {
  readonly outcome: (typeof choices)[number];
  readonly text: string;
}

/** The answer to an objection: whether the decision stands, and why. */
function AnswerForm({ onWanted }: { readonly onWanted: (wanted: WantedAnswer) => void }) {
  const text = useText();
  const [outcome, setOutcome] = useState<WantedAnswer['outcome']>('upheld');
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const fault = useTooLong()(cleanLines(typed), decisionTextLimits.facts);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (fault !== null) return focusFault(event.currentTarget);
    if (typed.trim() !== '') onWanted({ outcome, text: typed.trim() });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" mb="md">
        <Radio.Group
          label={text('moderation.answer')}
          value={outcome}
          onChange={(value) => setOutcome(choices.find((each) => each === value) ?? 'upheld')}
        >
          <Stack gap={8} mt={6}>
            {choices.map((each) => (
              <Radio key={each} value={each} label={text(`moderation.objection.${each}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label={text('moderation.answerText')}
          description={text('moderation.answerNote')}
          autosize
          minRows={4}
          error={fault ?? (tried && typed.trim() === '' && text('moderation.factsMissing'))}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div>
          <Button type="submit">{text('moderation.next')}</Button>
        </div>
      </Stack>
    </form>
  );
}

const dateAndTime = { dateStyle: 'long', timeStyle: 'short' } as const;

interface OneObjectionProps {
  readonly objection: Objection;
  readonly run: Run;
  readonly onAnswered: () => void;
}

/** An objection, the decision that it is about, and its answer. */
export function OneObjection({ objection, run, onAnswered }: OneObjectionProps) {
  const text = useText();
  const { formatDate } = useIntl();
  const { id, from, uid, handle, measure, since, reason, decidedBy, reportId, madeAt, answer } = objection;
  const answered: readonly Fact[] =
    answer === null
      ? []
      : [
          [text('moderation.answer'), text(`moderation.objection.${answer.outcome}`)],
          [text('moderation.answerText'), answer.text],
          [text('moderation.answeredBy'), `${answer.by}, ${formatDate(answer.at, dateAndTime)}`],
        ];
  return (
    <>
      <Panel heading={text(`moderation.from.${from}`)} note={formatDate(madeAt, dateAndTime)}>
        <FactList
          facts={[
            [text('moderation.profile'), handle === null ? text('moderation.nobody') : `@${handle}`],
            [text('moderation.objectionText'), objection.text],
            [
              text('moderation.outcome'),
              text(`moderation.standing.${measure === 'none' ? 'good' : measure}`),
            ],
            [text('moderation.since'), formatDate(since, dateAndTime)],
            [text('moderation.by'), decidedBy],
            [text('moderation.reason'), reason],
            ...(reportId === null ? [] : [[text('moderation.reportNumber'), reportId] as const]),
            ...answered,
          ]}
        />
        {uid !== null && (
          <Anchor component={Link} to={ownerAddress(uid)}>
            {text('moderation.aboutOwner')}
          </Anchor>
        )}
      </Panel>
      {answer === null && (
        <Panel heading={text('moderation.doAnswer')}>
          {objection.mayAnswer === 'yes' ? (
            <Confirmed<WantedAnswer>
              consequences={({ outcome }) => ({
                heading: text(`moderation.objection.${outcome}`),
                lines: [
                  text(`moderation.willAnswer.${from}.${outcome}`, { page: handle ?? '' }),
                  text('moderation.answerMails'),
                ],
                isHarmless: true,
              })}
              act={(wanted) => run((moderation) => moderation.answer(id, wanted))}
              onDone={onAnswered}
            >
              {(onWanted) => <AnswerForm onWanted={onWanted} />}
            </Confirmed>
          ) : (
            text(`moderation.mayNot.${objection.mayAnswer}`)
          )}
        </Panel>
      )}
    </>
  );
}

interface ViewBarProps {
  /** Null = the list itself is open. */
  readonly onBack: (() => void) | null;
  readonly onAgain: () => void;
}

/** Goes back from one entry to its list, or loads the list again. */
export function ViewBar({ onBack, onAgain }: ViewBarProps) {
  const text = useText();
  return (
    <Group mb="md">
      {onBack === null ? (
        <PlainButton onClick={onAgain}>{text('moderation.reload')}</PlainButton>
      ) : (
        <PlainButton onClick={onBack}>{text('moderation.back')}</PlainButton>
      )}
    </Group>
  );
}

const tones: Readonly<Record<ModeratedMail['state'], Tone>> = {
  waiting: 'warn',
  sending: 'plain',
  sent: 'good',
  'by-hand': 'good',
  failed: 'bad',
};

interface OneMailProps {
  readonly mail: ModeratedMail;
  /** The server sends the mails, so one that failed can be sent again. */
  readonly sends: boolean;
  readonly run: Run;
  readonly onSent: () => void;
}

/** A mail. An admin reads its text, can have it sent again when it failed, and can record that it was sent by hand. */
export function OneMail({ mail, sends, run, onSent }: OneMailProps) {
  const text = useText();
  const { formatDate } = useIntl();
  const [step, setStep] = useState<'idle' | 'sendAgain' | 'markSent' | Failure>('idle');
  const { id, state, subject, to, text: content, failure, createdAt } = mail;
  const act = async (call: 'sendAgain' | 'markSent') => {
    setStep(call);
    const answer = await run((moderation) => moderation[call](id));
    setStep(answer.ok ? 'idle' : answer.problem);
    if (answer.ok) onSent();
  };
  return (
    <>
      <div className={styles.entryTop}>
        <b className={styles.subject}>{subject}</b>
        <Tag tone={tones[state]}>{text(`moderation.mail.${state}`)}</Tag>
        <Quiet component="span">{formatDate(createdAt, { dateStyle: 'medium', timeStyle: 'short' })}</Quiet>
      </div>
      {failure !== null && <p className={styles.said}>{failure}</p>}
      {to !== null && content !== null && (
        <details>
          <summary>{text('moderation.readMail')}</summary>
          <FactList
            facts={[
              [text('moderation.mailTo'), to],
              [text('moderation.mailText'), content],
            ]}
          />
          {(state === 'waiting' || state === 'failed') && (
            <Group gap="xs" mb="sm">
              {sends && state === 'failed' && (
                <Button
                  size="xs"
                  loading={step === 'sendAgain'}
                  disabled={step === 'markSent'}
                  onClick={() => void act('sendAgain')}
                >
                  {text('moderation.sendAgain')}
                </Button>
              )}
              <PlainButton
                size="xs"
                loading={step === 'markSent'}
                disabled={step === 'sendAgain'}
                onClick={() => void act('markSent')}
              >
                {text('moderation.markSent')}
              </PlainButton>
            </Group>
          )}
        </details>
      )}
      {typeof step === 'object' && <FailureAlert failure={step} />}
    </>
  );
}

/** The mails of the last 30 days: what waits, what failed, what was sent. */
export function MailsView({ run }: { readonly run: Run }) {
  const { asked, again } = useAsked(['mails'], run, (moderation) => moderation.mails());
  return (
    <>
      <ViewBar onBack={null} onAgain={again} />
      <Loaded live={asked}>{(answer) => <MailList answer={answer} run={run} onSent={again} />}</Loaded>
    </>
  );
}

interface MailListProps {
  readonly answer: MailsAnswer;
  readonly run: Run;
  readonly onSent: () => void;
}

function MailList({ answer, run, onSent }: MailListProps) {
  const text = useText();
  const { role, sender, mails } = answer;
  if (mails.length === 0) {
    return (
      <EmptyPanel
        picture={<LinksPicture />}
        title={text('moderation.noMail')}
        text={text('moderation.noMailText')}
      />
    );
  }
  return (
    <Panel heading={text('moderation.view.mails')} note={text(`moderation.sender.${sender}`)}>
      {role === 'moderator' && <Quiet>{text('moderation.mailsForAdmins')}</Quiet>}
      <ul className={styles.list}>
        {mails.map((mail) => (
          <li key={mail.id} className={styles.entry}>
            <OneMail mail={mail} sends={sender === 'server'} run={run} onSent={onSent} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function ModerationTabs({ view }: { readonly view: ModerationView }) {
  const text = useText();
  return (
    <nav aria-label={text('moderation.views')} className={styles.tabs}>
      {moderationViews.map(({ name, to, label }) => (
        <Link key={name} to={to} aria-current={name === view ? 'page' : undefined}>
          {text(label)}
        </Link>
      ))}
    </nav>
  );
}

export function ObjectionList({ objections }: { readonly objections: readonly Objection[] }) {
  const text = useText();
  const { formatDate } = useIntl();
  if (objections.length === 0) {
    return (
      <EmptyPanel
        picture={<LinksPicture />}
        title={text('moderation.noObjection')}
        text={text('moderation.noObjectionText')}
      />
    );
  }
  return (
    <Panel heading={text('moderation.view.objections')}>
      <ul className={styles.list}>
        {objections.map(({ id, from, handle, uid, measure, madeAt, answer }) => (
          <li key={id}>
            <Link
              to={`/moderation?view=objections&objection=${encodeURIComponent(id)}`}
              className={styles.row}
            >
              <span className={styles.kind}>{text(`moderation.from.${from}`)}</span>
              <span>{handle === null ? (uid ?? text('moderation.nobody')) : `@${handle}`}</span>
              <span>{text(`moderation.standing.${measure === 'none' ? 'good' : measure}`)}</span>
              <Tag tone={answer === null ? 'warn' : 'plain'}>
                {text(`moderation.objection.${answer?.outcome ?? 'open'}`)}
              </Tag>
              <Quiet component="span">
                {formatDate(madeAt, { dateStyle: 'medium', timeStyle: 'short' })}
              </Quiet>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The objections, or the one whose id is in the address. */
export function ObjectionsView({ run }: { readonly run: Run }) {
  const text = useText();
  const { notify } = useToast();
  const { asked, again } = useAsked(['objections'], run, (moderation) => moderation.objections());
  const [query, setQuery] = useSearchParams();
  const id = query.get('objection');
  const back = () => {
    setQuery({ view: 'objections' });
    again();
  };
  return (
    <>
      <ViewBar onBack={id === null ? null : back} onAgain={again} />
      <Loaded live={asked}>
        {({ objections }) => {
          if (id === null) return <ObjectionList objections={objections} />;
          const objection = objections.find((each) => each.id === id);
          if (objection === undefined) return <Trouble says={text('moderation.objectionGone')} />;
          const onAnswered = () => {
            notify(text('moderation.answered'));
            back();
          };
          return <OneObjection key={id} objection={objection} run={run} onAnswered={onAnswered} />;
        }}
      </Loaded>
    </>
  );
}

interface DecideProps {
  readonly report: ModeratedReport;
  readonly role: ModerationRole;
  readonly run: Run;
  readonly onDecided: () => void;
}

/** The decision about a report: the form, then the confirmation. */
export function Decide({ report, role, run, onDecided }: DecideProps) {
  const text = useText();
  const pageOf = (wanted: DecisionBody) =>
    report.subject === null ? wanted.handle || report.address : report.subject.handle;
  const seenAt = report.decision?.at ?? null;
  return (
    <Confirmed<DecisionBody>
      consequences={(wanted) => ({
        heading: text(`moderation.outcome.${wanted.outcome}`),
        lines: [
          text(`moderation.will.${wanted.outcome}`, { page: pageOf(wanted) }),
          text('moderation.mails'),
        ],
        isHarmless: wanted.outcome === 'no-action',
      })}
      act={(wanted) => run((moderation) => moderation.decide(report.id, { ...wanted, seenAt }))}
      onDone={onDecided}
    >
      {(onWanted) => <DecisionForm report={report} role={role} run={run} onWanted={onWanted} />}
    </Confirmed>
  );
}

interface OneReportProps {
  readonly report: ModeratedReport;
  readonly role: ModerationRole;
  readonly run: Run;
  readonly onDecided: () => void;
}

/** The whole report as plain text. The address is not a link, because it can lead to any site. */
export function OneReport({ report, role, run, onDecided }: OneReportProps) {
  const text = useText();
  const { host } = useBackend();
  const { formatDate } = useIntl();
  const { id, kind, state, subject, receivedAt, address, ground, why, name, decision } = report;
  return (
    <>
      <Panel heading={text(`moderation.kind.${kind}`)} note={text('moderation.report', { id })}>
        <FactList
          facts={[
            [text('moderation.received'), formatDate(receivedAt, { dateStyle: 'long', timeStyle: 'short' })],
            [text('moderation.outcome'), text(`moderation.state.${state}`)],
            [text('moderation.profile'), subject === null ? text('moderation.nobody') : `@${subject.handle}`],
            [text('moderation.address'), address],
            [text('moderation.ground'), ground],
            [text('moderation.why'), why],
            [text('moderation.reporter'), name ?? text('moderation.anonymous')],
            ...(decision === null ? [] : [[text('moderation.before'), decision.facts] as const]),
          ]}
        />
        {subject !== null && (
          <Group gap="md">
            <Anchor component={Link} to={ownerAddress(subject.uid)}>
              {text('moderation.aboutOwner')}
            </Anchor>
            <Anchor href={`${host}/@${encodeURIComponent(subject.handle)}`} target="_blank" rel="noreferrer">
              {text('moderation.page')}
            </Anchor>
          </Group>
        )}
      </Panel>
      <Panel heading={text('moderation.decide')}>
        <Decide report={report} role={role} run={run} onDecided={onDecided} />
      </Panel>
    </>
  );
}

export function ReportList({ reports }: { readonly reports: readonly ModeratedReport[] }) {
  const text = useText();
  const { formatDate } = useIntl();
  if (reports.length === 0) {
    return (
      <EmptyPanel
        picture={<LinksPicture />}
        title={text('moderation.none')}
        text={text('moderation.noneText')}
      />
    );
  }
  return (
    <Panel heading={text('moderation.list')}>
      <ul className={styles.list}>
        {reports.map(({ id, kind, state, subject, receivedAt }) => (
          <li key={id}>
            <Link to={`?report=${id}`} className={styles.row}>
              <span className={styles.kind}>{text(`moderation.kind.${kind}`)}</span>
              <span>{subject === null ? text('moderation.nobody') : `@${subject.handle}`}</span>
              <Tag tone={isUrgent(kind) ? 'bad' : 'plain'}>{text(`moderation.state.${state}`)}</Tag>
              <Quiet component="span">
                {formatDate(receivedAt, { dateStyle: 'medium', timeStyle: 'short' })}
              </Quiet>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The reports that wait, or the one whose number is in the address. */
export function ReportsView({ run }: { readonly run: Run }) {
  const text = useText();
  const { notify } = useToast();
  const { asked, again } = useAsked(['reports'], run, (moderation) => moderation.reports());
  const [query, setQuery] = useSearchParams();
  const id = query.get('report');
  const back = () => {
    setQuery({});
    again();
  };
  return (
    <>
      <ViewBar onBack={id === null ? null : back} onAgain={again} />
      <Loaded live={asked}>
        {({ role, reports }) => {
          if (id === null) return <ReportList reports={reports} />;
          const report = reports.find((each) => each.id === id);
          if (report === undefined) return <Trouble says={text('moderation.gone')} />;
          const onDecided = () => {
            notify(text('moderation.done'));
            back();
          };
          return <OneReport key={id} report={report} role={role} run={run} onDecided={onDecided} />;
        }}
      </Loaded>
    </>
  );
}

/** Reports, owners, objections and mails, for the people who moderate this host. The address of the screen contains what is open. */
export function ModerationScreen() {
  const text = useText();
  const { run, dialog } = useReauthentication();
  const moderate = useModeration(run);
  const [query] = useSearchParams();
  const view = moderationViews.find(({ name }) => name === query.get('view'))?.name ?? 'reports';
  return (
    <Page title={text('moderation.title')} lead={text(`moderation.lead.${view}`)}>
      <ModerationTabs view={view} />
      <View key={view} view={view} run={moderate} />
      {dialog}
    </Page>
  );
}

function View({ view, run }: { readonly view: ModerationView; readonly run: Run }) {
  switch (view) {
    case 'reports':
      return <ReportsView run={run} />;
    case 'owners':
      return <OwnersView run={run} />;
    case 'objections':
      return <ObjectionsView run={run} />;
    case 'mails':
      return <MailsView run={run} />;
    default:
      return unreachable(view);
  }
}
