import { Button, Radio, Stack, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { cleanLines } from '../../../core/base/text';
import { decisionTextLimits } from '../../../core/api/moderation-api';
import { useText } from '../../messages/text';
import { focusFault, useTooLong } from '../../ui/too-long';

const choices = ['upheld', 'reversed'] as const;

export interface WantedAnswer {
  readonly outcome: (typeof choices)[number];
  readonly text: string;
}

/** The answer to an objection: whether the decision stands, and why. */
export function AnswerForm({ onWanted }: { readonly onWanted: (wanted: WantedAnswer) => void }) {
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
