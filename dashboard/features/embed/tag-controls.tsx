import { ColorInput, NativeSelect, NumberInput, Stack, Switch, TextInput, Title } from '@mantine/core';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import { cleanLine, codePointLength } from '@busker/core/text/text';
import { layouts, themes } from '@busker/core/profile/draft';
import { tipTextLimits } from '@busker/core/tip/tip';
import { useText } from '../../messages/text';
import { isFileAddress, type TagChoices } from '../../embed-code/snippet';
import { useTooLong } from '../../form/text-length';

/** As the server counts the texts of a tip. */
const lengthInTip = (typed: string) => codePointLength(cleanLine(typed));

/** The name of each language in that language. */
const ownName = (tag: string) => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;

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
  return (
    <Stack gap="sm">
      <NativeSelect
        size="sm"
        label={text('look.layout')}
        value={choices.layout}
        onChange={(event) => choose({ layout: event.currentTarget.value })}
        data={[asPublished, ...layouts.map((value) => ({ value, label: text(`look.layout.${value}`) }))]}
      />
      <NativeSelect
        size="sm"
        label={text('look.theme')}
        value={choices.theme}
        onChange={(event) => choose({ theme: event.currentTarget.value })}
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
        size="sm"
        label={text('tag.locale')}
        value={choices.locale}
        onChange={(event) => choose({ locale: event.currentTarget.value })}
        data={[
          { value: '', label: text('tag.localeAuto') },
          ...shippedLanguages.map((value) => ({ value, label: ownName(value) })),
        ]}
      />
      <TextInput
        size="sm"
        label={text('amounts.presets')}
        description={text('tag.amountsHint')}
        placeholder={text('tag.asPublished')}
        value={choices.amounts}
        onChange={(event) => choose({ amounts: event.currentTarget.value })}
      />
      <TextInput
        size="sm"
        label={text('tag.for')}
        description={text('tag.forHint')}
        error={tooLong(choices.forText, tipTextLimits.for, lengthInTip)}
        value={choices.forText}
        onChange={(event) => choose({ forText: event.currentTarget.value })}
      />
      <TextInput
        size="sm"
        label={text('tips.place')}
        description={text('tag.placementHint')}
        error={tooLong(choices.placement, tipTextLimits.placement, lengthInTip)}
        value={choices.placement}
        onChange={(event) => choose({ placement: event.currentTarget.value })}
      />
      <Switch
        label={text('amounts.on')}
        checked={choices.tips}
        onChange={(event) => choose({ tips: event.currentTarget.checked })}
      />
      <Switch
        label={text('tag.links')}
        checked={choices.links}
        onChange={(event) => choose({ links: event.currentTarget.checked })}
      />
      <Switch
        label={text('tag.hosted')}
        description={text('tag.hostedHint')}
        checked={choices.hosted}
        onChange={(event) => choose({ hosted: event.currentTarget.checked })}
      />
      <Switch
        label={text('goal.on')}
        description={text('tag.goalHint')}
        checked={choices.goal}
        onChange={(event) => choose({ goal: event.currentTarget.checked })}
      />
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
      <Switch
        label={text('tag.waits')}
        description={text('tag.waitsHint')}
        checked={choices.waits}
        onChange={(event) => choose({ waits: event.currentTarget.checked })}
      />
      <Switch
        label={text('tag.host')}
        description={text('tag.hostHint')}
        checked={choices.namesServer}
        onChange={(event) => choose({ namesServer: event.currentTarget.checked })}
      />
      <TextInput
        size="sm"
        label={text('tag.src')}
        description={text('tag.srcHint')}
        error={choices.src.trim() !== '' && !isFileAddress(choices.src.trim()) && text('tag.srcFault')}
        value={choices.src}
        onChange={(event) => choose({ src: event.currentTarget.value })}
      />
    </Stack>
  );
}
