import { Button, Group, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { maxBlockWordLength, maxBlockWords } from '../../../core/profile/draft';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { Dialog } from '../../ui/dialog';

/** One word or phrase per line, each once. */
export function wordsIn(typed: string): readonly string[] {
  const lines = typed.split(/[\n,;]+/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** The owner's blocked words. Part of the draft: they apply from the next publish and are never public. */
export function BlockWords() {
  const text = useText();
  const { draft, edit } = useDraft();
  const [typed, setTyped] = useState<string | null>(null);
  const words = draft.tips.blockWords;
  const next = wordsIn(typed ?? '');
  const tooLong = next.find((word) => word.length > maxBlockWordLength);
  const problem =
    tooLong === undefined
      ? next.length > maxBlockWords && text('block.tooMany', { max: maxBlockWords })
      : text('block.tooLong', { word: tooLong, max: maxBlockWordLength });
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setTyped(words.join('\n'))}>
        {text('block.open', { count: words.length })}
      </Button>
      <Dialog open={typed !== null} onClose={() => setTyped(null)} title={text('block.title')}>
        <Text size="sm" c="dimmed" mb="sm">
          {text('block.about')}
        </Text>
        <Textarea
          label={text('block.words')}
          description={text('block.hint')}
          autosize
          minRows={5}
          maxRows={12}
          data-autofocus
          value={typed ?? ''}
          error={problem}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group mt="md" justify="flex-end">
          <Button variant="default" onClick={() => setTyped(null)}>
            {text('block.cancel')}
          </Button>
          <Button
            disabled={Boolean(problem)}
            onClick={() => {
              edit(setField(['tips', 'blockWords'], next));
              setTyped(null);
            }}
          >
            {text('block.save')}
          </Button>
        </Group>
      </Dialog>
    </>
  );
}
