import { Button, Group, Kbd, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useIntl } from 'react-intl';
import { maxBlockWordLength, maxBlockWords } from '@busker/core/profile/draft';
import type { Tip } from '@busker/core/tip/tip';
import { tipTime } from '@busker/core/tip/tip-filter';
import { moderate } from '@busker/core/tip/tip-text';
import type { Failure } from '../../data/failure';
import { Dialog } from '../../dialog/dialog';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useAnnounce } from '../../feedback/announcer';
import { FailureAlert } from '../../feedback/failure-alert';
import { useText } from '../../messages/text';
import { reviewKeys } from '../../navigation/destinations';
import { ScreenLink, Arriving, Page } from '../../page/page';
import { EmptyPanel, Panel, Tag } from '../../panel/panel';
import { useShortcutsOn } from '../../preferences/preferences';
import { PublishBar } from '../../publish/publish-bar';
import { useHeldTips, usePublished } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { tipAmount, tipGiver } from '../../tips/tip-words';
import { Moment } from '../../ui/dates';
import { reasonsOf } from './tip-details';
import { PlainButton, Small, SmallButton } from '../../theme/theme';
import styles from './tips.module.css';

type Decision = 'visible' | 'hidden';

/** The words of a tip, each once, without the punctuation around them. */
export function wordsOf({ fan }: Pick<Tip, 'fan'>): readonly string[] {
  const words = `${fan.name ?? ''} ${fan.message ?? ''}`
    .split(/\s+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word !== '' && word.length <= maxBlockWordLength);
  return [...new Set(words)];
}

interface BlockWordProps {
  readonly tip: Tip;
  readonly onClose: () => void;
  readonly onBlock: (word: string) => void;
}

/** Chooses a word of the message, or types one. */
function BlockWord({ tip, onClose, onBlock }: BlockWordProps) {
  const text = useText();
  const { draft } = useDraft();
  const words = wordsOf(tip);
  const own = draft.tips.blockWords;
  const [word, setWord] = useState(
    () => words.find((each) => moderate([each], own).state === 'held') ?? words.at(-1) ?? '',
  );
  const wanted = word.trim();
  const problem =
    wanted.length > maxBlockWordLength
      ? text('block.tooLong', { word: wanted, max: maxBlockWordLength })
      : own.length >= maxBlockWords && !own.includes(wanted)
        ? text('block.tooMany', { max: maxBlockWords })
        : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== '' && problem === null) onBlock(wanted);
  };
  return (
    <Dialog open onClose={onClose} title={text('review.block')}>
      <form onSubmit={submit}>
        <TextInput
          label={text('review.word')}
          description={text('review.blockText')}
          data-autofocus
          value={word}
          error={problem}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
        <Group gap={6} mt="sm">
          {words.map((each) => (
            <Button
              key={each}
              size="compact-xs"
              variant={each === wanted ? 'light' : 'default'}
              aria-pressed={each === wanted}
              onClick={() => setWord(each)}
            >
              <bdi>{each}</bdi>
            </Button>
          ))}
        </Group>
        <Group mt="md" justify="flex-end">
          <PlainButton onClick={onClose}>{text('block.cancel')}</PlainButton>
          <Button type="submit" disabled={wanted === '' || problem !== null}>
            {text('review.blockSubmit')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

interface Done {
  readonly tips: readonly Tip[];
  readonly decision: Decision;
  readonly word: string | null;
}

function useGivers() {
  const text = useText();
  const { formatList } = useIntl();
  return (tips: readonly Tip[]): string => formatList(tips.map((tip) => tipGiver(tip, text)));
}

/** What was decided last, and the way back. */
function LastDecision({ done, onBack }: { readonly done: Done; readonly onBack: () => void }) {
  const text = useText();
  const name = useGivers()(done.tips);
  return (
    <Group gap="sm" mt="md" className={styles.decided ?? ''}>
      <Small>
        {text(done.decision === 'visible' ? 'review.shown' : 'review.hidden', {
          name,
          count: done.tips.length,
        })}{' '}
        {done.word !== null && text('review.blocked', { word: done.word })}
      </Small>
      <SmallButton onClick={onBack}>
        {text(done.decision === 'visible' ? 'review.hideAfterAll' : 'review.showAfterAll')}
      </SmallButton>
    </Group>
  );
}

function WaitingTip({ tip }: { readonly tip: Tip }) {
  const text = useText();
  const { locale } = useIntl();
  const { name, message, anonymous, privateMessage } = tip.fan;
  return (
    <Stack gap="xs">
      <div className={styles.head}>
        <b>
          <bdi>{tipGiver(tip, text)}</bdi>
        </b>
        <span>{tipAmount(tip, locale)}</span>
        {anonymous && name !== null && <Tag tone="plain">{text('tips.notPublic')}</Tag>}
        {privateMessage && message && <Tag tone="plain">{text('tips.onlyForYou')}</Tag>}
        <Text size="xs" c="dimmed" component="span">
          <Moment at={tipTime(tip)} />
        </Text>
      </div>
      {message && (
        <blockquote className={styles.detailMessage}>
          <bdi>{message}</bdi>
        </blockquote>
      )}
      <Small>
        {reasonsOf(tip)
          .map((reason) => text(reason))
          .join(' ')}
      </Small>
      <ScreenLink to={`/money/tips?tip=${encodeURIComponent(tip.tipId)}`} w="fit-content">
        {text('alarm.toTip')}
      </ScreenLink>
    </Stack>
  );
}

/** So many are read at once, and may be shown together. */
const mostTogether = 10;

/** Names and messages that wait, one by one or few together, by mouse or by keyboard. */
export function ReviewScreen() {
  const text = useText();
  const giversOf = useGivers();
  const showsKeys = useShortcutsOn();
  const announce = useAnnounce();
  const { money } = useBackend();
  const { draft, edit } = useDraft();
  const published = usePublished();
  const { live, tips } = useHeldTips();
  // The list from the server follows a moment after an answer.
  const [decided, setDecided] = useState<readonly string[]>([]);
  const [at, setAt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const [blocking, setBlocking] = useState(false);
  const queue = tips.filter(({ tipId }) => !decided.includes(tipId));
  const place = queue.length === 0 ? 0 : at % queue.length;
  const tip = queue[place];
  const others = [...queue.slice(place + 1), ...queue.slice(0, place)].slice(0, mostTogether - 1);
  const isArriving = live.kind === 'loading' || (live.kind === 'ready' && live.value.stale && !tip);
  const hasNewWords =
    published.kind === 'ready' &&
    published.value !== null &&
    published.value.tips.blockWords.join('\n') !== draft.tips.blockWords.join('\n');

  const decide = async (wanted: readonly Tip[], decision: Decision, word: string | null = null) => {
    setBusy(true);
    setFailure(null);
    const tips: Tip[] = [];
    for (const each of wanted) {
      const answer = await money.moderate(each.tipId, decision);
      if (!answer.ok) {
        setFailure(answer.problem);
        break;
      }
      tips.push(each);
      setDecided((before) => [...before, each.tipId]);
    }
    setBusy(false);
    if (tips.length === 0) return;
    setAt(place);
    setDone({ tips, decision, word });
    const says = text(decision === 'visible' ? 'review.shown' : 'review.hidden', {
      name: giversOf(tips),
      count: tips.length,
    });
    announce(`${says} ${text('review.left', { count: Math.max(0, queue.length - tips.length) })}`);
  };
  const block = (wanted: Tip, word: string) => {
    setBlocking(false);
    const words = draft.tips.blockWords;
    if (!words.includes(word)) edit(setField(['tips', 'blockWords'], [...words, word]));
    void decide([wanted], 'hidden', word);
  };
  const next = () => {
    setFailure(null);
    setAt(place + 1);
  };

  // By the key that presses the button; null = there is none now.
  const acts: Readonly<Record<(typeof reviewKeys)[number]['key'], (() => void) | null | undefined>> = {
    s: tip && (() => void decide([tip], 'visible')),
    h: tip && (() => void decide([tip], 'hidden')),
    b: () => setBlocking(true),
    n: queue.length > 1 ? next : null,
    a:
      tip && others.length > 0 && others.length === queue.length - 1
        ? () => void decide([tip, ...others], 'visible')
        : null,
  };

  return (
    <Page
      title={text('review.title')}
      lead={text('review.lead')}
      actions={hasNewWords ? <PublishBar /> : undefined}
    >
      {live.kind === 'failed' && <FailureAlert failure={live.failure} onRetry={live.retry} />}
      {isArriving && <Arriving outline={<Skeleton height={180} radius="lg" />} />}
      {tip && (
        <Panel heading={text('review.place', { at: place + 1, count: queue.length })}>
          <WaitingTip tip={tip} />
          <Group gap="xs" mt="md">
            {reviewKeys.map(({ key, text: name }) => {
              const act = acts[key];
              if (!act) return null;
              return (
                <Button
                  key={key}
                  variant={key === 's' ? 'filled' : 'default'}
                  rightSection={
                    showsKeys && (
                      <Kbd size="xs" aria-hidden>
                        {key.toUpperCase()}
                      </Kbd>
                    )
                  }
                  aria-keyshortcuts={key}
                  // A disabled button would lose the focus, and the next key would find it gone.
                  aria-disabled={busy || undefined}
                  onClick={() => busy || act()}
                >
                  {text(name)}
                </Button>
              );
            })}
          </Group>
          {failure && <FailureAlert failure={failure} />}
          {others.length > 0 && (
            <Text fw={600} mt="lg">
              {text('review.left', { count: queue.length - 1 })}
            </Text>
          )}
          <ul className={styles.others}>
            {others.map((other) => (
              <li key={other.tipId}>
                <WaitingTip tip={other} />
              </li>
            ))}
          </ul>
          {blocking && (
            <BlockWord
              key={tip.tipId}
              tip={tip}
              onClose={() => setBlocking(false)}
              onBlock={(word) => block(tip, word)}
            />
          )}
        </Panel>
      )}
      {!tip && !isArriving && live.kind === 'ready' && (
        <EmptyPanel title={text('review.none')} text={text('review.noneText')} />
      )}
      {done && (
        <LastDecision
          done={done}
          onBack={() => void decide(done.tips, done.decision === 'visible' ? 'hidden' : 'visible')}
        />
      )}
    </Page>
  );
}
