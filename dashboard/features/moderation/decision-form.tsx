import { Button, Checkbox, Radio, Stack, TextInput, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import {
  decisionTextLimits,
  reasonLimit,
  type DecisionBody,
  type ModeratedReport,
  type OwnerCase,
  type StandingVerb,
} from '@busker/core/dashboard-api/moderation-api';
import { cleanLine, cleanLines } from '@busker/core/text/text';
import { isLimitedPart, type LimitedPart, type ModerationRole } from '@busker/core/moderation/standing';
import { outcomes, type Outcome } from '@busker/core/moderation/report';
import type { WantedAct } from '../../data/backend';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../feedback/failure-alert';
import { focusFault, useTooLong } from '../../form/text-length';
import { useAsked, type Run } from './asked';
import { Quiet } from '../../theme/owner-parts';

interface PartsFieldProps {
  readonly links: OwnerCase['links'];
  readonly parts: readonly LimitedPart[];
  readonly error: string | null;
  readonly onChange: (parts: readonly LimitedPart[]) => void;
}

/** The parts of a page that a moderator can take away: the picture, the bio, and each published link. */
function PartsField({ links, parts, error, onChange }: PartsFieldProps) {
  const text = useText();
  return (
    <Checkbox.Group
      label={text('moderation.parts')}
      error={error}
      value={[...parts]}
      onChange={(values) => onChange(values.filter(isLimitedPart))}
    >
      <Stack gap={8} mt={6}>
        <Checkbox value="picture" label={text('moderation.part.picture')} />
        <Checkbox value="bio" label={text('moderation.part.bio')} />
        {links.map(({ part, label, url }) => (
          <Checkbox key={part} value={part} label={text('moderation.part.link', { label, url })} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

interface PartsOfProps extends Omit<PartsFieldProps, 'links'> {
  readonly uid: string;
  readonly run: Run;
}

/** The same for an owner whose links have to be loaded. */
function PartsOf({ uid, run, ...field }: PartsOfProps) {
  const { asked, again } = useAsked(['owner', uid], run, (moderation) => moderation.owner(uid));
  return (
    <Stack gap={8}>
      <PartsField {...field} links={asked.kind === 'ready' ? asked.value.links : []} />
      {asked.kind === 'failed' && <FailureAlert failure={asked.failure} onRetry={again} />}
    </Stack>
  );
}

/** As the server takes it. */
const longestHandle = 60;

interface DecisionFormProps {
  readonly report: ModeratedReport;
  readonly role: ModerationRole;
  readonly run: Run;
  readonly onWanted: (wanted: DecisionBody) => void;
}

/** The fields for the outcome, the parts and the reason. Only admins can choose a suspension. */
export function DecisionForm({ report, role, run, onWanted }: DecisionFormProps) {
  const text = useText();
  const [outcome, setOutcome] = useState<Outcome>('no-action');
  const [parts, setParts] = useState<readonly LimitedPart[]>([]);
  const [handle, setHandle] = useState('');
  const [facts, setFacts] = useState('');
  const [ground, setGround] = useState(report.ground);
  const [foundByMachine, setFoundByMachine] = useState(false);
  const [tried, setTried] = useState(false);
  const lacks = {
    facts: facts.trim() === '',
    handle: report.subject === null && outcome !== 'no-action' && handle.trim() === '',
    parts: outcome === 'limited' && parts.length === 0,
  };
  const tooLong = useTooLong();
  const asksHandle = report.subject === null;
  const faults = {
    handle: asksHandle ? tooLong(cleanLine(handle), longestHandle) : null,
    facts: tooLong(cleanLines(facts), decisionTextLimits.facts),
    ground: tooLong(cleanLine(ground), decisionTextLimits.ground),
  };
  const offered = outcomes.filter((each) => role === 'admin' || each !== 'suspended');
  const partsField = {
    parts,
    error: tried && lacks.parts ? text('moderation.noParts') : null,
    onChange: setParts,
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (Object.values(faults).some((fault) => fault !== null)) return focusFault(event.currentTarget);
    if (lacks.facts || lacks.handle || lacks.parts) return;
    const wanted = outcome === 'limited' ? [...parts] : [];
    onWanted({ outcome, facts, ground, parts: wanted, handle: handle.trim(), foundByMachine, days: null });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" mb="md">
        <Radio.Group
          label={text('moderation.outcome')}
          value={outcome}
          onChange={(value) => setOutcome(outcomes.find((each) => each === value) ?? 'no-action')}
        >
          <Stack gap={8} mt={6}>
            {offered.map((each) => (
              <Radio key={each} value={each} label={text(`moderation.outcome.${each}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {role === 'moderator' && <Quiet>{text('moderation.onlyAdmin')}</Quiet>}
        {outcome === 'limited' &&
          (report.subject === null ? (
            <PartsField links={[]} {...partsField} />
          ) : (
            <PartsOf uid={report.subject.uid} run={run} {...partsField} />
          ))}
        {asksHandle && (
          <TextInput
            label={text('moderation.handle')}
            description={text('moderation.handleNote')}
            error={faults.handle ?? (tried && lacks.handle && text('moderation.handleMissing'))}
            value={handle}
            onChange={(event) => setHandle(event.currentTarget.value)}
          />
        )}
        <Textarea
          label={text('moderation.facts')}
          description={text('moderation.factsNote')}
          autosize
          minRows={4}
          error={faults.facts ?? (tried && lacks.facts && text('moderation.factsMissing'))}
          value={facts}
          onChange={(event) => setFacts(event.currentTarget.value)}
        />
        <TextInput
          label={text('moderation.ground')}
          error={faults.ground}
          value={ground}
          onChange={(event) => setGround(event.currentTarget.value)}
        />
        <Checkbox
          label={text('moderation.machine')}
          checked={foundByMachine}
          onChange={(event) => setFoundByMachine(event.currentTarget.checked)}
        />
        <div>
          <Button type="submit">{text('moderation.next')}</Button>
        </div>
      </Stack>
    </form>
  );
}

const withDays: ReadonlySet<StandingVerb> = new Set(['hide', 'limit', 'pause-payments', 'suspend']);
const longestDays = 3650;

/** The typed days. Null = the field is empty, so as long as allowed; undefined = not a whole number from 1 to `most`. */
function daysOf(typed: string, most: number): number | null | undefined {
  if (typed.trim() === '') return null;
  const days = Number(typed);
  return Number.isInteger(days) && days >= 1 && days <= most ? days : undefined;
}

interface ActFormProps {
  readonly owner: OwnerCase;
  readonly onWanted: (wanted: WantedAct) => void;
}

/** The fields of an act. Only verbs that the server would accept now are offered. */
export function ActForm({ owner, onWanted }: ActFormProps) {
  const text = useText();
  const { uid, possible, links, restriction, hideDays } = owner;
  const [verb, setVerb] = useState<StandingVerb | null>(possible[0] ?? null);
  const [parts, setParts] = useState<readonly LimitedPart[]>([]);
  const [typedDays, setTypedDays] = useState('');
  const [isOrder, setIsOrder] = useState(false);
  const [reason, setReason] = useState('');
  const [ground, setGround] = useState('');
  const [tried, setTried] = useState(false);
  const tooLong = useTooLong();
  if (verb === null) return null;
  const most = verb === 'hide' ? hideDays : longestDays;
  const hasDays = withDays.has(verb);
  const days = hasDays ? daysOf(typedDays, most) : null;
  const lacks = {
    reason: reason.trim() === '',
    parts: verb === 'limit' && parts.length === 0,
    days: days === undefined,
  };
  // The server counts UTF-16 units here.
  const reasonFault = tooLong(reason.trim(), reasonLimit, ({ length }) => length);
  const groundFault = hasDays
    ? tooLong(ground.trim(), decisionTextLimits.ground, ({ length }) => length)
    : null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (reasonFault !== null || groundFault !== null) return focusFault(event.currentTarget);
    if (lacks.reason || lacks.parts || days === undefined) return;
    onWanted({
      verb,
      uid,
      reason: reason.trim(),
      ground: hasDays ? ground.trim() : '',
      parts: verb === 'limit' ? parts : [],
      days,
      isOrder: verb === 'suspend' && isOrder,
      seenSince: restriction?.since ?? null,
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" mb="md">
        <Radio.Group
          label={text('moderation.verb')}
          value={verb}
          onChange={(value) => setVerb(possible.find((each) => each === value) ?? null)}
        >
          <Stack gap={8} mt={6}>
            {possible.map((each) => (
              <Radio key={each} value={each} label={text(`moderation.verb.${each}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {verb === 'limit' && (
          <PartsField
            links={links}
            parts={parts}
            error={tried && lacks.parts ? text('moderation.noParts') : null}
            onChange={setParts}
          />
        )}
        {hasDays && (
          <TextInput
            label={text('moderation.days')}
            description={text(verb === 'hide' ? 'moderation.daysHide' : 'moderation.daysNote', { most })}
            inputMode="numeric"
            error={tried && lacks.days && text('moderation.daysWrong', { most })}
            value={typedDays}
            onChange={(event) => setTypedDays(event.currentTarget.value)}
          />
        )}
        {verb === 'suspend' && (
          <Checkbox
            label={text('moderation.order')}
            checked={isOrder}
            onChange={(event) => setIsOrder(event.currentTarget.checked)}
          />
        )}
        <Textarea
          label={text('moderation.facts')}
          description={text('moderation.ownerReads')}
          autosize
          minRows={4}
          error={reasonFault ?? (tried && lacks.reason && text('moderation.factsMissing'))}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {hasDays && (
          <TextInput
            label={text('moderation.ground')}
            description={text('moderation.groundNote')}
            error={groundFault}
            value={ground}
            onChange={(event) => setGround(event.currentTarget.value)}
          />
        )}
        <div>
          <Button type="submit">{text('moderation.next')}</Button>
        </div>
      </Stack>
    </form>
  );
}
