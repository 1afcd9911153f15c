import { ActionIcon, Anchor, Button, Group, NavLink, Text, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useCallback, useMemo, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import type { PublishAnswer } from '@busker/core/fan-api/tip-api';
import { fail, faultsOf, unreachable, type FieldProblems, type Result } from '@busker/core/base/result';
import type { DraftBlock } from '@busker/core/blocks/block';
import { readyPayments } from '@busker/core/payments/payments-state';
import { parsePublishableDraft, type Draft, type TipSettings } from '@busker/core/profile/draft';
import { mayPublishIn } from '@busker/core/moderation/standing';
import { draftOf, type StoredProfile } from '@busker/core/profile/profile';
import { IconArrowBackUp, IconArrowForwardUp, IconCheck, IconCopy, IconShare } from '../icons/screen-icons';
import type { OwnerApi, OwnerStore } from '../data/backend';
import type { Failure } from '../data/failure';
import { discardEdits, editedFields, type DraftChange } from '../draft/draft-edit';
import { useDraft } from '../draft/draft-provider';
import { useText, type MessageId, type PlainMessageId, type Say } from '../messages/text';
import { listed, usePayments, useStoredChannels } from '../session/owner-documents';
import { useBackend, useOwner, useRestriction, useStore } from '../session/session';
import styles from './publish.module.css';
import { useAnnounce } from '../feedback/announcer';
import { Dialog } from '../dialog/dialog';
import { useToast } from '../feedback/toast';
import { PlainButton, Small, SmallButton } from '../theme/theme';

type Publishing =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'faulty'; readonly fields: FieldProblems }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'done'; readonly answer: PublishAnswer };

const settleMillis = 12_000;
const pause = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis));

/** Waits for pending writes and sends the revision that the server confirmed. When the server still has an older draft, tries once more. */
async function publishSettled(store: OwnerStore, api: OwnerApi): Promise<Result<PublishAnswer, Failure>> {
  for (let attempt = 1; ; attempt += 1) {
    const settled = await Promise.race([
      store.settled(),
      pause(settleMillis).then(() => fail<Failure>({ code: 'store/unavailable' })),
    ]);
    if (!settled.ok) return settled;
    const answer = await api.publish(settled.value);
    if (answer.ok || answer.problem.code !== 'api/draft-behind' || attempt === 3) return answer;
    await pause(attempt * 400);
  }
}

/** The refused fields with their faults or sentences; null = the failure names no field. */
function fieldsOf(failure: Failure, sentence: string): FieldProblems | null {
  if (failure.code === 'api/handle-taken') return { handle: sentence };
  if (failure.code === 'api/invalid-fields' && failure.fields && Object.keys(failure.fields).length > 0)
    return failure.fields;
  return null;
}

export function usePublish(sentence: (failure: Failure) => string) {
  const { api } = useBackend();
  const store = useStore();
  const { draft, flush, setProblems } = useDraft();
  const { ask } = useRestriction();
  const [state, setState] = useState<Publishing>({ kind: 'idle' });

  const publish = useCallback(async (): Promise<Publishing> => {
    const ended = (next: Publishing): Publishing => {
      setProblems(next.kind === 'faulty' ? next.fields : {});
      setState(next);
      return next;
    };
    const parsed = parsePublishableDraft(draft);
    if (!parsed.ok) return ended({ kind: 'faulty', fields: faultsOf(parsed.problem) });
    setState({ kind: 'busy' });
    flush();
    const answer = await publishSettled(store, api);
    if (answer.ok) return ended({ kind: 'done', answer: answer.value });
    if (answer.problem.code === 'api/profile-restricted') ask();
    const fields = fieldsOf(answer.problem, sentence(answer.problem));
    return ended(fields ? { kind: 'faulty', fields } : { kind: 'failed', failure: answer.problem });
  }, [api, store, draft, flush, setProblems, sentence, ask]);

  return { state, publish };
}

/** The reason why publishing is not possible; null = it is possible. */
export function usePublishObstacle(): string | null {
  const text = useText();
  const owner = useOwner();
  const { online } = useDraft();
  const { restriction } = useRestriction();
  if (!online) return text('publish.offline');
  if (restriction !== null && !mayPublishIn(restriction.state)) return text('restricted.publish');
  if (owner.isGuest) return text('publish.guest');
  return owner.emailVerified || !owner.email ? null : text('publish.verify');
}

const linkWords = {
  added: 'change.linkAdded',
  removed: 'change.linkRemoved',
  edited: 'change.linkEdited',
  shown: 'change.linkShown',
  hidden: 'change.linkHidden',
} as const satisfies Record<string, MessageId>;

const blockWords = {
  added: 'change.blockAdded',
  removed: 'change.blockRemoved',
  edited: 'change.blockEdited',
  shown: 'change.blockShown',
  hidden: 'change.blockHidden',
} as const satisfies Record<string, MessageId>;

/** A block is called by its title, else by its kind. */
const blockName = ({ kind, label }: DraftBlock, text: Say): string =>
  label.trim() || text(`blocks.kind.${kind}`);

const tipWords: Readonly<Partial<Record<keyof TipSettings, PlainMessageId>>> = {
  on: 'amounts.on',
  presets: 'amounts.presets',
  min: 'amounts.min',
  max: 'amounts.max',
  coverCosts: 'costs.cover',
  fanCurrency: 'costs.fanCurrency',
  thanks: 'thanks.text',
  undo: 'thanks.undo',
  blockWords: 'block.title',
  showWall: 'wall.heading',
  hideAmounts: 'wall.hideAmounts',
  goal: 'goal.heading',
  monthly: 'monthly.heading',
};

export function changeText(change: DraftChange, text: Say): string {
  switch (change.kind) {
    case 'field':
      return text(`field.${change.field}`);
    case 'tips':
      return text(tipWords[change.setting] ?? 'field.tips');
    case 'order':
      return text('change.order');
    case 'link':
      return text(linkWords[change.what], { label: change.label });
    case 'block':
      return text(blockWords[change.what], { label: blockName(change.block, text) });
    default:
      return unreachable(change);
  }
}

const fieldWords: readonly (readonly [path: RegExp, words: PlainMessageId])[] = [
  [/^look\.accent/, 'look.accent'],
  [/^tips\.goal\.amount/, 'goal.amount'],
  [/^tips\.goal/, 'goal.label'],
  [/^tips\.thanks/, 'thanks.heading'],
  [/^tips\.presets/, 'amounts.presets'],
  [/^tips\.min/, 'amounts.min'],
  [/^tips\.max/, 'amounts.max'],
  [/^tips\.monthly/, 'monthly.heading'],
  [/^tips\.blockWords/, 'block.title'],
  [/^links/, 'links.heading'],
  [/^blocks/, 'field.blocks'],
];

/** A faulty field of the draft in the words of its screen. A link is named by its label. */
export function fieldName(path: string, draft: Draft, text: Say): string {
  const [field = '', key = ''] = path.split('.');
  const label = field === 'links' ? draft.links[key]?.label.trim() || draft.links[key]?.url : undefined;
  if (label) return label;
  const block = field === 'blocks' ? draft.blocks[key] : undefined;
  if (block) return blockName(block, text);
  const words = fieldWords.find(([pattern]) => pattern.test(path))?.[1];
  if (words) return text(words);
  return text(`field.${editedFields.find((each) => each === field) ?? 'tips'}`);
}

interface Undo {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** Undoes and redoes this tab's edits of the draft, and says what that changed. */
export function useUndo(): Undo {
  const text = useText();
  const { replace } = useToast();
  const { undoing } = useDraft();
  return useMemo(() => {
    const say = (id: MessageId & ('undo.undone' | 'undo.redone'), done: ReturnType<typeof undoing.undo>) => {
      if (done === null) return;
      const [first, ...more] = done.changes;
      const what = first && more.length === 0 ? changeText(first, text) : null;
      const words = what ?? text('undo.changes', { count: done.changes.length });
      const parts = [
        ...(first ? [text(id, { what: words })] : []),
        ...(done.kept.length > 0 ? [text('undo.kept')] : []),
      ];
      if (parts.length > 0) replace('undo', parts.join(' '));
    };
    return {
      canUndo: undoing.canUndo,
      canRedo: undoing.canRedo,
      undo: () => say('undo.undone', undoing.undo()),
      redo: () => say('undo.redone', undoing.redo()),
    };
  }, [text, replace, undoing]);
}

/** Undo and redo. They keep the focus when there is nothing left to do. */
export function UndoButtons() {
  const text = useText();
  const { canUndo, canRedo, undo, redo } = useUndo();
  const buttons = [
    { name: text('undo.undo'), can: canUndo, run: undo, Icon: IconArrowBackUp },
    { name: text('undo.redo'), can: canRedo, run: redo, Icon: IconArrowForwardUp },
  ];
  return (
    <span className={styles.undo} role="group" aria-label={text('undo.group')}>
      {buttons.map(({ name, can, run, Icon }) => (
        <Tooltip key={name} label={name}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={name}
            aria-disabled={!can}
            {...(can ? {} : { 'data-disabled': true })}
            onClick={() => can && run()}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </span>
  );
}

interface DiscardDialogProps {
  readonly published: StoredProfile;
  readonly onClose: () => void;
}

export function DiscardDialog({ published, onClose }: DiscardDialogProps) {
  const text = useText();
  const { notify } = useToast();
  const { draft, edit, setProblems } = useDraft();
  const discard = () => {
    edit(...discardEdits(draft, draftOf(published)));
    setProblems({});
    onClose();
    notify(text('publish.discarded'));
  };
  return (
    <Dialog open onClose={onClose} title={text('publish.discardTitle')}>
      <Small>{text('publish.discardText')}</Small>
      <Group justify="flex-end" mt="lg" gap="xs">
        <PlainButton onClick={onClose}>{text('publish.keep')}</PlainButton>
        <Button color="red" onClick={discard}>
          {text('publish.discard')}
        </Button>
      </Group>
    </Dialog>
  );
}

/** `refused`: the browser allows neither, so the address has to be copied by hand. */
type Copying = 'idle' | 'copied' | 'refused';

interface Sharing {
  readonly copying: Copying;
  readonly copy: () => void;
  /** null = this browser has no share sheet. */
  readonly share: (() => void) | null;
}

/** Copies an address of the owner's page, or hands it to the system's share sheet. The first steps then count it as shared. */
function useShare(url: string): Sharing {
  const text = useText();
  const announce = useAnnounce();
  const store = useStore();
  const [copying, setCopying] = useState<Copying>('idle');

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopying('copied');
      void store.keepSetUp({ pageShared: true });
      announce(text('page.copied'));
    } catch {
      setCopying('refused');
    }
  };
  const share = async () => {
    try {
      await navigator.share({ url });
      void store.keepSetUp({ pageShared: true });
    } catch (thrown) {
      // Closing the share sheet is no failure.
      if (!(thrown instanceof DOMException && thrown.name === 'AbortError')) await copy();
    }
  };
  const hasSheet = typeof navigator.share === 'function';
  return { copying, copy: () => void copy(), share: hasSheet ? () => void share() : null };
}

interface PublishedNoteProps {
  readonly url: string;
  /** The first time of this owner. */
  readonly first: boolean;
}

function PublishedNote({ url, first }: PublishedNoteProps) {
  const text = useText();
  const link = (
    <Anchor href={url} target="_blank" rel="noreferrer" inherit className={styles.address ?? ''}>
      {url.replace(/^https?:\/\//, '')}
    </Anchor>
  );
  return (
    <div className={styles.ownPageNote}>
      <span>
        {first ? <FormattedMessage id="publish.first" values={{ url: link }} /> : text('publish.done')}
      </span>
      {!first && link}
      {first && <WhatIsNext />}
      <ShareButtons url={url} />
    </div>
  );
}

/** After the first publication: payments, until the page takes tips; then that mails about tips are on, if they are. */
function WhatIsNext() {
  const text = useText();
  const payments = usePayments();
  const channels = useStoredChannels();
  const [now] = useState(() => Date.now());
  if (payments.kind === 'ready' && readyPayments(payments.value, now) === undefined)
    return (
      <Small>
        <FormattedMessage
          id="publish.next"
          values={{
            connect: (
              <Anchor component={Link} to="/settings/payments" inherit td="underline">
                {text('setUp.payments')}
              </Anchor>
            ),
          }}
        />
      </Small>
    );
  // The first publication adds the mail channel, unless this host sends no mail or the owner has chosen already.
  if (channels.kind !== 'ready') return null;
  const all = listed(channels.value ?? undefined);
  if (!all.some(({ kind, state }) => kind === 'mail' && state === 'on')) return null;
  return <Small>{text('publish.mails', { notifications: text('nav.notifications') })}</Small>;
}

interface ShareButtonsProps {
  readonly url: string;
  /** In the menu they look like its other entries. */
  readonly asEntries?: boolean;
}

/** Copy, and share where the browser can. */
export function ShareButtons({ url, asEntries = false }: ShareButtonsProps) {
  const text = useText();
  const { copying, copy, share } = useShare(url);
  const isCopied = copying === 'copied';
  const acts = [
    {
      id: 'copy',
      label: text(isCopied ? 'page.copied' : 'page.copy'),
      Icon: isCopied ? IconCheck : IconCopy,
      act: copy,
    },
    ...(share ? [{ id: 'share', label: text('page.share'), Icon: IconShare, act: share }] : []),
  ];
  return (
    <div className={asEntries ? undefined : styles.acts}>
      {acts.map(({ id, label, Icon, act }) =>
        asEntries ? (
          <NavLink
            key={id}
            component="button"
            label={label}
            leftSection={<Icon size={19} stroke={1.7} aria-hidden />}
            onClick={act}
          />
        ) : (
          <SmallButton key={id} leftSection={<Icon size={14} aria-hidden />} onClick={act}>
            {label}
          </SmallButton>
        ),
      )}
      {copying === 'refused' && (
        <Text size="xs" role="alert" className={styles.address ?? ''}>
          {text('page.copyRefused', { url })}
        </Text>
      )}
    </div>
  );
}

const noteId = 'published';

/** The message goes with the screen on which it was shown. */
export const hidePublishedNote = () => notifications.hide(noteId);

/** Where people share addresses, each with the page that takes one. */
const sharePlaces: readonly (readonly [name: string, take: (url: string) => string])[] = [
  ['WhatsApp', (url) => `https://wa.me/?text=${url}`],
  ['X', (url) => `https://x.com/intent/post?url=${url}`],
  ['Facebook', (url) => `https://www.facebook.com/sharer/sharer.php?u=${url}`],
  ['Telegram', (url) => `https://t.me/share/url?url=${url}`],
];

/** Links that open another site with the address of the page filled in. Nothing is asked of these sites before. */
export function SharePlaces({ url }: { readonly url: string }) {
  const text = useText();
  const store = useStore();
  return (
    <div className={styles.acts}>
      {sharePlaces.map(([name, take]) => (
        <Button
          key={name}
          component="a"
          href={take(encodeURIComponent(url))}
          target="_blank"
          rel="noreferrer"
          size="compact-sm"
          variant="default"
          aria-label={`${text('page.share')}: ${name}`}
          onClick={() => void store.keepSetUp({ pageShared: true })}
        >
          {name}
        </Button>
      ))}
    </div>
  );
}

/** The message after publishing: the page's address as a link, to copy and to share. */
export function usePublishedNote() {
  const text = useText();
  const close = text('toast.close');
  return useCallback(
    (note: PublishedNoteProps) => {
      hidePublishedNote();
      notifications.show({
        id: noteId,
        message: <PublishedNote {...note} />,
        icon: <IconCheck size={16} aria-hidden />,
        color: 'evergreen',
        // There is something to press. The first time, the address stays until the owner closes it.
        autoClose: note.first ? false : 15_000,
        closeButtonProps: { 'aria-label': close },
      });
    },
    [close],
  );
}
