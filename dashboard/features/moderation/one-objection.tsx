import { Anchor } from '@mantine/core';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { Objection } from '../../../core/api/moderation-api';
import { useText } from '../../messages/text';
import { ownerAddress } from '../../shared/navigation/moderation-views';
import { Panel } from '../../ui/panel';
import { AnswerForm, type WantedAnswer } from './answer-form';
import { Confirmed } from './confirmed';
import { FactList, type Fact } from './fact-list';
import type { Run } from './use-asked';

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
