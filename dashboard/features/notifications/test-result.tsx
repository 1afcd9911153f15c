import { Text } from '@mantine/core';
import type { MessageAnswer } from '../../../core/api/channel-api';
import { channelEnds, sendProblems, type ChannelEnd, type SendProblem } from '../../../core/outbox/channel';
import { useText } from '../../messages/text';
import styles from './notifications.module.css';

const problems: readonly string[] = [...sendProblems, 'gone'];
const ends: readonly string[] = channelEnds;

const isProblem = (given: string): given is SendProblem | 'gone' => problems.includes(given);
const isEnd = (given: string): given is ChannelEnd => ends.includes(given);

/** The key of the sentence that says why; null = the server knows a reason that this dashboard does not. */
function reasonOf(problem: string | null) {
  if (problem === null) return null;
  if (isProblem(problem)) return `notify.problem.${problem}` as const;
  return isEnd(problem) ? (`notify.end.${problem}` as const) : null;
}

interface TestResultProps {
  readonly result: Pick<MessageAnswer, 'arrived' | 'problem' | 'status' | 'ms' | 'text'>;
  /** In place of the sentence that says whether the test message arrived. */
  readonly says?: string;
}

/** How a message went: in words, then the receiver's answer as it came. */
export function TestResult({ result, says }: TestResultProps) {
  const text = useText();
  const { arrived, problem, status, ms } = result;
  const reason = reasonOf(problem);
  return (
    <div className={styles.result} role="status" data-bad={arrived ? undefined : true}>
      <Text size="sm" fw={600}>
        {says ?? text(arrived ? 'notify.tested' : 'notify.testFailed')}
      </Text>
      {reason !== null && <Text size="sm">{text(reason)}</Text>}
      {(status !== null || !arrived) && (
        <Text size="sm">
          {status === null
            ? text('notify.noAnswer')
            : text('notify.answer', { status: String(status), ms: ms ?? 0 })}
        </Text>
      )}
      {result.text !== '' && (
        <code className={styles.answer} dir="auto">
          {result.text.slice(0, 200)}
        </code>
      )}
    </div>
  );
}
