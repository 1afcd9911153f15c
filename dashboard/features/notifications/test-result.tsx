import { Text } from '@mantine/core';
import type { MessageAnswer } from '../../../core/api/channel-api';
import { sendProblems, type SendProblem } from '../../../core/outbox/channel';
import { useText } from '../../messages/text';
import styles from './notifications.module.css';

const isProblem = (given: string | null): given is SendProblem | 'gone' =>
  given !== null && (given === 'gone' || (sendProblems as readonly string[]).includes(given));

interface TestResultProps {
  readonly result: Pick<MessageAnswer, 'arrived' | 'problem' | 'status' | 'ms' | 'text'>;
  /** In place of the sentence that says whether the test message arrived. */
  readonly says?: string;
}

/** How a message went: in words, then the receiver's answer as it came. */
export function TestResult({ result, says }: TestResultProps) {
  const text = useText();
  const { arrived, problem, status, ms } = result;
  return (
    <div className={styles.result} role="status" data-bad={arrived ? undefined : true}>
      <Text size="sm" fw={600}>
        {says ?? text(arrived ? 'notify.tested' : 'notify.testFailed')}
      </Text>
      {isProblem(problem) && <Text size="sm">{text(`notify.problem.${problem}`)}</Text>}
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
