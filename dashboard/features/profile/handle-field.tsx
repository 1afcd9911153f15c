import { Text, TextInput } from '@mantine/core';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import { unreachable } from '../../../core/base/result';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { usePublished } from '../../data/owner-documents';
import { useFaultText } from '../../messages/fault-text';
import { useText, type Text as Say } from '../../messages/text';
import { useBackend } from '../../data/session';
import { useHandleState, type HandleVerdict } from './use-handle-state';
import styles from './profile.module.css';

function words(verdict: HandleVerdict, text: Say, faultText: (fault: string) => string): string {
  switch (verdict.kind) {
    case 'empty':
      return '';
    case 'wrong':
      return faultText(verdict.reason);
    case 'checking':
      return text('profile.handleChecking');
    case 'unknown':
      return text('profile.handleUnknown');
    case 'free':
      return text('profile.handleFree', { handle: `@${verdict.handle}` });
    case 'yours':
      return text('profile.handleYours', { handle: `@${verdict.handle}` });
    case 'taken':
      return text('profile.handleTaken', { handle: `@${verdict.handle}` });
    default:
      return unreachable(verdict);
  }
}

export function HandleField() {
  const text = useText();
  const faultText = useFaultText();
  const { host } = useBackend();
  const { draft, problems, type } = useDraft();
  const live = usePublished();
  const published = live.kind === 'ready' ? (live.value?.handle ?? null) : null;
  const verdict = useHandleState(draft.handle, published);
  const refused = verdict.kind === 'taken' || verdict.kind === 'wrong';
  const said = words(verdict, text, faultText);
  const fine = verdict.kind === 'free' || verdict.kind === 'yours';
  const renamed = published && verdict.kind === 'free' && verdict.handle !== published;

  return (
    <TextInput
      id="field-handle"
      label={text('profile.handle')}
      leftSection={<span className={styles.at}>@</span>}
      leftSectionWidth={34}
      rightSection={fine && <IconCircleCheck size={19} className={styles.fine} aria-hidden />}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="ada"
      value={draft.handle}
      onChange={(event) => type(setField(['handle'], event.currentTarget.value))}
      error={problems.handle ?? (refused ? said : undefined)}
      description={
        <span role="status">
          {!refused && said}
          {verdict.kind === 'empty' &&
            text('profile.handleHint', { address: `${host.replace(/^https?:\/\//, '')}/@ada` })}
          {renamed && (
            <Text component="span" display="block" inherit>
              {text('profile.handleAlias', { old: published })}
            </Text>
          )}
        </span>
      }
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    />
  );
}
