import { ColorInput, NativeSelect, NumberInput, Stack, Switch, TextInput, Title } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import { cleanLine, codePointLength } from '@busker/core/text/text';
import { layouts, themes } from '@busker/core/profile/draft';
import { tipTextLimits } from '@busker/core/tip/tip';
import { useText, type PlainMessageId } from '../../messages/text';
import { isFileAddress, type TagChoices } from '../../embed-code/snippet';
import { useTooLong } from '../../form/text-length';

/** As the server counts the texts of a tip. */
const lengthInTip = (typed: string) => codePointLength(cleanLine(typed));

/** The name of each language in that language. */
const ownName = (tag: string) => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;

/** The choices of one type. */
type NameOf<T> = { [Name in keyof TagChoices]: TagChoices[Name] extends T ? Name : never }[keyof TagChoices];

interface TagControlsProps {
  readonly choices: TagChoices;
  readonly onChoose: (choices: TagChoices) => void;
}

/** A control for every attribute of the tag. An empty one uses the published look. */
export function TagControls({ choices, onChoose }: TagControlsProps) {
  const text = useText();
  const tooLong = useTooLong();
  const choose = (part: Partial<TagChoices>) => onChoose({ ...choices, ...part });
  const asPublished = { value: '', label: text('tag.asPublished') };
  const field = (name: NameOf<string>, label: PlainMessageId, hint?: PlainMessageId) => ({
    size: 'sm',
    label: text(label),
    description: hint && text(hint),
    value: choices[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      choose({ [name]: event.currentTarget.value }),
  });
  const toggle = (name: NameOf<boolean>, label: PlainMessageId, hint?: PlainMessageId) => (
    <Switch
      label={text(label)}
      description={hint && text(hint)}
      checked={choices[name]}
      onChange={(event) => choose({ [name]: event.currentTarget.checked })}
    />
  );
  return (
    <Stack gap="sm">
      <NativeSelect
        {...field('layout', 'look.layout')}
        data={[asPublished, ...layouts.map((value) => ({ value, label: text(`look.layout.${value}`) }))]}
      />
      <NativeSelect
        {...field('theme', 'look.theme')}
        data={[asPublished, ...themes.map((value) => ({ value, label: text(`look.theme.${value}`) }))]}
      />
      <ColorInput
        size="sm"
        label={text('look.accent')}
        placeholder={text('tag.asPublished')}
        withEyeDropper={false}
        value={choices.accent}
        onChange={(accent) => choose({ accent })}
      />
      <NativeSelect
        {...field('locale', 'tag.locale')}
        data={[
          { value: '', label: text('tag.localeAuto') },
          ...shippedLanguages.map((value) => ({ value, label: ownName(value) })),
        ]}
      />
      <TextInput
        {...field('amounts', 'amounts.presets', 'tag.amountsHint')}
        placeholder={asPublished.label}
      />
      <TextInput
        {...field('forText', 'tag.for', 'tag.forHint')}
        error={tooLong(choices.forText, tipTextLimits.for, lengthInTip)}
      />
      <TextInput
        {...field('placement', 'tips.place', 'tag.placementHint')}
        error={tooLong(choices.placement, tipTextLimits.placement, lengthInTip)}
      />
      {toggle('tips', 'amounts.on')}
      {toggle('links', 'tag.links')}
      {toggle('hosted', 'tag.hosted', 'tag.hostedHint')}
      {toggle('goal', 'goal.on', 'tag.goalHint')}
      <NumberInput
        size="sm"
        label={text('tag.wall')}
        description={text('tag.wallHint')}
        min={0}
        max={50}
        hideControls
        value={choices.wall}
        onChange={(wall) => choose({ wall: typeof wall === 'number' ? wall : 0 })}
      />
      <Title order={3} size="h5" mt="sm">
        {text('tag.advanced')}
      </Title>
      {toggle('waits', 'tag.waits', 'tag.waitsHint')}
      {toggle('namesServer', 'tag.host', 'tag.hostHint')}
      <TextInput
        {...field('src', 'tag.src', 'tag.srcHint')}
        error={choices.src.trim() !== '' && !isFileAddress(choices.src.trim()) && text('tag.srcFault')}
      />
    </Stack>
  );
}
