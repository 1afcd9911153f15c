import { Button, Checkbox, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import {
  reasonLimit,
  decisionTextLimits,
  type StandingVerb,
  type OwnerCase,
} from '../../../core/api/moderation-api';
import type { LimitedPart } from '../../../core/profile/standing';
import { useText } from '../../messages/text';
import type { WantedAct } from '../../data/moderation';
import { focusFault, useTooLong } from '../../ui/too-long';
import { PartsField } from './parts-field';

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
