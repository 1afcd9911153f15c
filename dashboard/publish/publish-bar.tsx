import { Alert, Anchor, Button, Popover, Text } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { unreachable } from '@busker/core/base/result';
import { draftOf } from '@busker/core/profile/profile';
import { IconCloudOff } from '../icons/first-icons';
import { IconCheck, IconCloudUp, IconExclamationCircle } from '../icons/screen-icons';
import type { Failure } from '../data/failure';
import { draftChanges, type DraftChange } from '../draft/draft-edit';
import { useDraft } from '../draft/draft-provider';
import {
  usePublish,
  usePublishObstacle,
  usePublishedNote,
  changeText,
  fieldName,
  DiscardDialog,
  UndoButtons,
} from './publish';
import { useText } from '../messages/text';
import { screenOfFields } from '../navigation/addresses';
import { whenThere } from '../navigation/hash-target';
import { loaded, usePublished } from '../session/owner-documents';
import styles from './publish.module.css';
import { FailureAlert } from '../feedback/failure-alert';
import { PlainButton, Small, SmallButton } from '../theme/theme';
import { Quiet } from '../theme/owner-parts';

interface ChangesNoteProps {
  readonly changes: readonly DraftChange[];
  /** The owner took the page down. */
  readonly isDown: boolean;
  /** Null = never published, so there is nothing to go back to. */
  readonly onDiscard: (() => void) | null;
}

/** The unpublished changes, as a list to open. On a phone it has the button to discard, for which the bar has no room. */
function ChangesNote({ changes, isDown, onDiscard }: ChangesNoteProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  if (onDiscard === null || changes.length === 0) {
    const says = onDiscard === null ? 'publish.never' : isDown ? 'publish.takenDown' : 'publish.upToDate';
    return <Quiet className={styles.upToDate ?? ''}>{text(says)}</Quiet>;
  }
  const discard = () => {
    // The dialog gives the focus back to where it was, and this list is gone then.
    target.current?.focus();
    setOpen(false);
    onDiscard();
  };
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      shadow="md"
      width={280}
      withinPortal
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button ref={target} variant="subtle" size="compact-md" onClick={() => setOpen(!open)}>
          <span className={styles.long}>{text('publish.changes', { count: changes.length })}</span>
          <span className={styles.short} aria-hidden>
            {text('publish.changesShort', { count: changes.length })}
          </span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text fw={600} size="sm" mb={4}>
          {text('publish.changesHeading')}
        </Text>
        {/* A long list scrolls, so the keyboard must reach it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <ul className={styles.changes} tabIndex={0} aria-label={text('publish.changesHeading')}>
          {changes.map((change) => {
            const words = changeText(change, text);
            return (
              <li key={words}>
                <Small component="span">{words}</Small>
              </li>
            );
          })}
        </ul>
        <PlainButton fullWidth mt="sm" className={styles.discardHere ?? ''} onClick={discard}>
          {text('publish.discard')}
        </PlainButton>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Focuses the first faulty field of the screen, in page order, and scrolls to it. */
function focusField(paths: readonly string[]): void {
  // The same change opens the form of a link, whose fields exist one frame later.
  requestAnimationFrame(() => {
    const faulty = document.querySelector<HTMLElement>('main [aria-invalid="true"]');
    const fields = paths.map((path) => document.getElementById(`field-${path}`));
    const target = faulty ?? fields.find((field) => field !== null);
    target?.focus();
    target?.scrollIntoView({ block: 'center' });
  });
}

/** Leads to the first faulty field: on this screen if it has one, else on the screen that has. */
export function useFaultyField(): (paths: readonly string[]) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (paths) => {
    if (paths.some((path) => screenOfFields([path]) === pathname)) return focusField(paths);
    void navigate(screenOfFields(paths));
    whenThere(
      () => document.querySelector('main [aria-invalid="true"]'),
      (field) => field.focus(),
    );
  };
}

/** Publishes, and says what came of it: leads to a faulty field, or shows the page's address. */
function usePublishAndSay() {
  const text = useText();
  const showPublished = usePublishedNote();
  const published = loaded(usePublished());
  const sentence = useCallback((failure: Failure) => text(`failure.${failure.code}`), [text]);
  const { state, publish } = usePublish(sentence);
  const leadTo = useFaultyField();
  const go = async () => {
    const ended = await publish();
    if (ended.kind === 'faulty') leadTo(Object.keys(ended.fields));
    if (ended.kind === 'done') showPublished({ url: ended.answer.url, first: published === null });
    return ended;
  };
  return { published, state, go };
}

/** Why publishing did not work: the faulty fields by name, each of which leads there, or the failure. */
function PublishOutcome({ state }: { readonly state: ReturnType<typeof usePublish>['state'] }) {
  const text = useText();
  const { draft } = useDraft();
  const leadTo = useFaultyField();
  switch (state.kind) {
    case 'faulty': {
      const paths = Object.keys(state.fields);
      const names = new Map<string, string>();
      for (const path of paths) {
        const name = fieldName(path, draft, text);
        if (!names.has(name)) names.set(name, path);
      }
      return (
        <Alert className={styles.outcome ?? ''} color="red" role="alert" p="sm">
          {text('publish.faulty', { count: paths.length })}{' '}
          {[...names].map(([name, path]) => (
            <Anchor
              key={path}
              component="button"
              type="button"
              inherit
              className={styles.fault ?? ''}
              onClick={() => leadTo([path])}
            >
              {name}
            </Anchor>
          ))}
        </Alert>
      );
    }
    case 'failed':
      return (
        <div className={styles.outcome}>
          <FailureAlert failure={state.failure} />
        </div>
      );
    case 'idle':
    case 'busy':
    case 'done':
      return null;
    default:
      return unreachable(state);
  }
}

/** The step of the first steps that publishes the page. What is in its way is said beside the Publish button of the screen. */
export function PublishStep({ label, isNext }: { readonly label: string; readonly isNext: boolean }) {
  const { state, go } = usePublishAndSay();
  const obstacle = usePublishObstacle();
  if (obstacle !== null) return label;
  return (
    <>
      <Button
        size="compact-md"
        variant={isNext ? 'filled' : 'default'}
        loading={state.kind === 'busy'}
        onClick={() => void go()}
      >
        {label}
      </Button>
      <PublishOutcome state={state} />
    </>
  );
}

export function PublishBar() {
  const text = useText();
  const { draft } = useDraft();
  const live = usePublished();
  const { published, state, go: publish } = usePublishAndSay();
  const obstacle = usePublishObstacle();
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
  };

  return (
    <div className={styles.publish} data-publish data-blocked={obstacle !== null || undefined}>
      <SaveStatus />
      <UndoButtons />
      <span ref={note} tabIndex={-1} className={styles.note}>
        {live.kind === 'ready' && <ChangesNote changes={changes} isDown={isDown} onDiscard={discard} />}
      </span>
      {published && changes.length > 0 && (
        <PlainButton className={styles.discard ?? ''} onClick={() => setDiscarding(true)}>
          {text('publish.discard')}
        </PlainButton>
      )}
      {published && discarding && (
        <DiscardDialog published={published} onClose={() => setDiscarding(false)} />
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
      <PublishOutcome state={state} />
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
          <SmallButton onClick={flush}>{text('failure.retry')}</SmallButton>
        </>
      )}
    </span>
  );
}
