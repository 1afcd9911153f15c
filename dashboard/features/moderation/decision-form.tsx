import { Button, Checkbox, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { cleanLine, cleanLines } from '../../../core/base/text';
import {
  decisionTextLimits,
  type DecisionBody,
  type ModeratedReport,
} from '../../../core/api/moderation-api';
import type { LimitedPart, ModerationRole } from '../../../core/profile/standing';
import { outcomes, type Outcome } from '../../../core/report/report';
import { useText } from '../../messages/text';
import { focusFault, useTooLong } from '../../ui/too-long';
import { PartsField, PartsOf } from './parts-field';
import type { Run } from './use-asked';

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
        {role === 'moderator' && (
          <Text size="sm" c="dimmed">
            {text('moderation.onlyAdmin')}
          </Text>
        )}
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
