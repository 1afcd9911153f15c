import { Anchor, Button, Radio, Stack, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { decisionTextLimits, type Objection } from '../../../core/api/moderation-api';
import { cleanLines } from '../../../core/base/text';
import { useText } from '../../messages/text';
import { ownerAddress } from '../../shared/navigation/moderation-views';
import { Panel } from '../../ui/panel';
import { focusFault, useTooLong } from '../../ui/too-long';
import { Confirmed } from './confirmed';
import { FactList, type Fact } from './fact-list';
import type { Run } from './use-asked';

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
