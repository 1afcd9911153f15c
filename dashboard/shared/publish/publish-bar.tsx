import { Alert, Button, Text } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import IconCloudUp from '@tabler/icons-react/dist/esm/icons/IconCloudUp.mjs';
import IconExclamationCircle from '@tabler/icons-react/dist/esm/icons/IconExclamationCircle.mjs';
import { useCallback, useRef, useState } from 'react';
import { draftOf } from '../../../core/profile/stored-profile';
import type { Failure } from '../../data/failure';
import { useDraft } from '../../draft/draft-provider';
import { draftChanges } from '../../draft/draft-changes';
import { usePublish, usePublishObstacle } from '../../draft/use-publish';
import { usePublished } from '../../data/owner-documents';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';
import { usePublishedNote } from '../own-page/published-note';
import { ChangesNote } from './changes-note';
import { DiscardDialog } from './discard-dialog';
import { focusField } from './focus-field';
import styles from './publish.module.css';
import { UndoButtons } from './undo-buttons';

export function PublishBar() {
  const text = useText();
  const showPublished = usePublishedNote();
  const { draft } = useDraft();
  const live = usePublished();
  const sentence = useCallback((failure: Failure) => text(`failure.${failure.code}`), [text]);
  const { state, publish } = usePublish(sentence);
  const obstacle = usePublishObstacle();
  const published = live.kind === 'ready' ? live.value : null;
  const changes = published ? draftChanges(draft, draftOf(published)) : [];
  const isDown = published !== null && published.takenDownAt !== null;
  const nothingNew = published !== null && !isDown && changes.length === 0;

  const [discarding, setDiscarding] = useState(false);
  const discard = published === null ? null : () => setDiscarding(true);

  const note = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const go = async () => {
    const ended = await publish();
    // After publishing, the button is disabled. A focus on it moves to the result.
    const focused = document.activeElement;
    if (focused === document.body || focused === button.current)
      (ended.kind === 'done' ? note : button).current?.focus();
    if (ended.kind === 'faulty') focusField(Object.keys(ended.fields));
    if (ended.kind !== 'done') return;
    showPublished({ url: ended.answer.url, first: published === null });
  };

  return (
    <div className={styles.publish} data-blocked={obstacle !== null || undefined}>
      <SaveStatus />
      <UndoButtons />
      <span ref={note} tabIndex={-1} className={styles.note}>
        {live.kind === 'ready' && <ChangesNote changes={changes} isDown={isDown} onDiscard={discard} />}
      </span>
      {published && changes.length > 0 && (
        <Button variant="default" className={styles.discard ?? ''} onClick={() => setDiscarding(true)}>
          {text('publish.discard')}
        </Button>
      )}
      {published && (
        <DiscardDialog published={published} open={discarding} onClose={() => setDiscarding(false)} />
      )}
      <Button
        ref={button}
        onClick={() => void go()}
        loading={state.kind === 'busy'}
        disabled={nothingNew || obstacle !== null}
      >
        {text('publish.submit')}
      </Button>
      {obstacle && (
        <Text size="xs" c="dimmed" className={styles.obstacle ?? ''} ta="end">
          {obstacle}
        </Text>
      )}
      {state.kind === 'faulty' && (
        <Alert className={styles.outcome ?? ''} color="red" role="alert" p="sm">
          {text('publish.faulty', { count: Object.keys(state.fields).length })}
        </Alert>
      )}
      {state.kind === 'failed' && (
        <div className={styles.outcome}>
          <FailureAlert failure={state.failure} />
        </div>
      )}
    </div>
  );
}

const icons = {
  saved: IconCheck,
  saving: IconCloudUp,
  offline: IconCloudOff,
  failed: IconExclamationCircle,
} as const;

/** Whether the last edit is saved. */
function SaveStatus() {
  const text = useText();
  const { save, flush } = useDraft();
  const Icon = icons[save.kind];
  return (
    <span className={styles.saved} data-kind={save.kind} role="status">
      <Icon size={16} aria-hidden />
      <span className={styles.savedWords}>{text(`save.${save.kind}`)}</span>
      {save.kind === 'failed' && (
        <>
          <span>{text(`failure.${save.failure.code}`)}</span>
          <Button size="compact-sm" variant="default" onClick={flush}>
            {text('failure.retry')}
          </Button>
        </>
      )}
    </span>
  );
}
