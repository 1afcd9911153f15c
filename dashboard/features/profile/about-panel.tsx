import { Stack, Textarea, TextInput } from '@mantine/core';
import { maxBioLength, maxNameLength } from '../../../core/profile/draft';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { Counter } from '../../ui/counter';
import { Panel } from '../../ui/panel';
import { HandleField } from './handle-field';
import { PictureField } from './picture-field';

export function AboutPanel() {
  const text = useText();
  const { draft, problems, type } = useDraft();
  return (
    <Panel id="about" heading={text('profile.about')}>
      <Stack gap="md">
        <PictureField />
        <HandleField />
        <TextInput
          id="field-name"
          label={text('profile.name')}
          placeholder={text('profile.namePlaceholder')}
          autoComplete="name"
          value={draft.name}
          onChange={(event) => type(setField(['name'], event.currentTarget.value))}
          error={problems.name}
          description={<Counter text={draft.name} max={maxNameLength} />}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
        />
        <Textarea
          id="field-bio"
          label={text('profile.bio')}
          placeholder={text('profile.bioPlaceholder')}
          autosize
          minRows={3}
          maxRows={8}
          value={draft.bio}
          onChange={(event) => type(setField(['bio'], event.currentTarget.value))}
          error={problems.bio}
          description={<Counter text={draft.bio} max={maxBioLength} />}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
        />
      </Stack>
    </Panel>
  );
}
