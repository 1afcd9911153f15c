import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useEffect, useMemo, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useIntl } from 'react-intl';
import type { ThanksAnswer, ThanksBody } from '@busker/core/dashboard-api/owner-api';
import { cleanLine, cleanLines } from '@busker/core/text/text';
import { tipTextLimits, type Tip } from '@busker/core/tip/tip';
import {
  mostThanked,
  notThanked,
  replyLimit,
  thanksText,
  usesName,
  whyNotThanked,
} from '@busker/core/tip/tip-text';
import type { Failure } from '../../data/failure';
import { Dialog } from '../../dialog/dialog';
import { FailureAlert } from '../../feedback/failure-alert';
import { Counter, useTooLong, useTyped } from '../../form/text-length';
import { useFaultText, useText } from '../../messages/text';
import { usePublished } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { tipGiver } from '../../tips/tip-words';
import { PlainButton, Small, SmallButton } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';
import styles from './tips.module.css';

export interface Choice {
  readonly chosen: readonly Tip[];
  /** All that are shown are chosen, and more may be read. */
  readonly needsMore: boolean;
  /** Null = this tip's fan cannot be thanked. */
  readonly isChosen: (tip: Tip) => boolean | null;
  readonly toggle: (tipId: string) => void;
  readonly takeAll: () => void;
}

/** `all`: those that are shown and not answered yet, also the ones that are read later. */
type Wish = { readonly kind: 'all' } | { readonly kind: 'these'; readonly ids: ReadonlySet<string> };

const nothing: Wish = { kind: 'these', ids: new Set() };

/** What a filter hides is not chosen. */
export function useChoice(shown: readonly Tip[], on: boolean): Choice {
  const [wish, setWish] = useState<Wish>(nothing);
  const [was, setWas] = useState(on);
  if (was !== on) {
    setWas(on);
    setWish(nothing);
  }
  const [now] = useState(Date.now);
  return useMemo(() => {
    const isWanted = (tip: Tip) =>
      wish.kind === 'all' ? whyNotThanked(tip, { again: false }, now) === null : wish.ids.has(tip.tipId);
    const chosen = on ? shown.filter(isWanted).slice(0, mostThanked) : [];
    const ids = new Set(chosen.map(({ tipId }) => tipId));
    return {
      chosen,
      needsMore: on && wish.kind === 'all' && chosen.length < mostThanked,
      isChosen: (tip) =>
        whyNotThanked(tip, { again: true }, Date.now()) === null ? ids.has(tip.tipId) : null,
      toggle: (tipId) => {
        const next = new Set(ids);
        if (!next.delete(tipId)) next.add(tipId);
        setWish({ kind: 'these', ids: next });
      },
      takeAll: () => setWish({ kind: 'all' }),
    };
  }, [shown, on, wish, now]);
}

interface ThankBarProps {
  readonly choice: Choice;
  /** Older tips are still being read. */
  readonly searching: boolean;
  readonly onStop: () => void;
  /** These have an answer now, also where no listener says so. */
  readonly onAnswered: (tips: readonly Tip[]) => void;
}

/** Above the list while the owner chooses tips: how many are chosen, and what to do with them. */
export function ThankBar({ choice, searching, onStop, onAnswered }: ThankBarProps) {
  const text = useText();
  const { chosen, needsMore, takeAll } = choice;
  const [tips, setTips] = useState<readonly Tip[] | null>(null);
  const count = chosen.length;
  return (
    <div className={styles.choosing} role="group" aria-label={text('thank.open')}>
      <Small role="status">
        {text('thank.chosen', { count })}
        {count === mostThanked && ` ${text('fault.too-many-tips', { max: mostThanked })}`}
        {needsMore && searching && ` · ${text('tips.searching')}`}
      </Small>
      <SmallButton onClick={takeAll}>{text('thank.all')}</SmallButton>
      <Button size="compact-sm" variant="subtle" onClick={onStop}>
        {text('reply.cancel')}
      </Button>
      <Button size="compact-sm" disabled={count === 0} onClick={() => setTips(chosen)}>
        {text('thank.write')}
      </Button>
      <Dialog open={tips !== null} onClose={() => setTips(null)} title={text('thank.open')}>
        {tips !== null && (
          <ThankForm tips={tips} onClose={() => setTips(null)} onDone={onStop} onAnswered={onAnswered} />
        )}
      </Dialog>
    </div>
  );
}

/** Milliseconds until the server is asked again how far it is. */
const pause = 5000;

type Stage =
  | { readonly kind: 'write' }
  | { readonly kind: 'look'; readonly body: ThanksBody; readonly answer: ThanksAnswer }
  | { readonly kind: 'sent'; readonly answer: ThanksAnswer };

interface ThankFormProps {
  readonly tips: readonly Tip[];
  readonly onClose: () => void;
  readonly onDone: () => void;
  readonly onAnswered: (tips: readonly Tip[]) => void;
}

/** The tips as their fans read the answer, amounts as on the owner's page. Empty while some of them have none: the server does not say which. */
export function withAnswers(
  tips: readonly Tip[],
  body: ThanksBody,
  { told, done }: Pick<ThanksAnswer, 'told' | 'done'>,
  locale: string,
): readonly Tip[] {
  const at = Date.now();
  if (done < told) return [];
  return tips
    .filter((tip) => whyNotThanked(tip, body, at) === null)
    .map((tip) => ({ ...tip, reply: { text: thanksText(body, tip, locale), at } }));
}

/** Three steps: write, see who is told and what they read, send. What was typed stays in all of them. */
function ThankForm({ tips, onClose, onDone, onAnswered }: ThankFormProps) {
  const text = useText();
  const { money } = useBackend();
  const published = usePublished();
  const locale = (published.kind === 'ready' && published.value?.language) || 'en';
  const { typed, type, forget } = useTyped('thanks', text('reply.thanksName', { name: '{name}' }));
  const [nameless, setNameless] = useState(() => text('thank.someone'));
  const [again, setAgain] = useState(false);
  const [stage, setStage] = useState<Stage>({ kind: 'write' });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isOpen = useIsOpen();

  const look = async () => {
    const body = {
      requestId: crypto.randomUUID(),
      tips: tips.map(({ tipId }) => tipId),
      text: cleanLines(typed),
      nameless: cleanLine(nameless),
      again,
      send: false,
    };
    setBusy(true);
    setFailure(null);
    const answer = await money.thank(body);
    setBusy(false);
    if (answer.ok) setStage({ kind: 'look', body, answer: answer.value });
    else setFailure(answer.problem);
  };

  const send = async (body: ThanksBody) => {
    setBusy(true);
    setFailure(null);
    let isTaken = false;
    let last: ThanksAnswer | null = null;
    while (isOpen.current) {
      const answer = await money.thank({ ...body, send: true });
      // Once the server has taken it, it goes on by itself: a lost answer about how far it is is asked for again.
      if (!answer.ok && !isTaken) {
        setBusy(false);
        return setFailure(answer.problem);
      }
      if (answer.ok) {
        // Once: by the next answer the owner may have closed this form and written in another one.
        if (!isTaken) forget();
        isTaken = true;
        last = answer.value;
        setStage({ kind: 'sent', answer: answer.value });
        if (answer.value.state === 'sent') break;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    if (last !== null) onAnswered(withAnswers(tips, body, last, locale));
  };

  if (stage.kind === 'sent') return <Sent answer={stage.answer} onDone={onDone} />;
  if (stage.kind === 'look')
    return (
      <WhoIsTold
        tips={tips}
        answer={stage.answer}
        busy={busy}
        failure={failure}
        onBack={() => {
          setFailure(null);
          setStage({ kind: 'write' });
        }}
        onSend={() => void send(stage.body)}
      />
    );
  return (
    <Words
      typed={typed}
      onTyped={type}
      nameless={nameless}
      onNameless={setNameless}
      again={tips.some(({ reply }) => reply !== null) ? again : null}
      onAgain={setAgain}
      busy={busy}
      failure={failure}
      onClose={onClose}
      onLook={() => void look()}
    />
  );
}

/** The server goes on without this dialog. */
function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}

interface WordsProps {
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly nameless: string;
  readonly onNameless: (typed: string) => void;
  /** Null = no chosen tip has an answer. */
  readonly again: boolean | null;
  readonly onAgain: (again: boolean) => void;
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly onClose: () => void;
  readonly onLook: () => void;
}

function Words(props: WordsProps) {
  const { typed, onTyped, nameless, onNameless, again, onAgain, busy, failure, onClose, onLook } = props;
  const text = useText();
  const faultText = useFaultText();
  const tooLong = useTooLong();
  const field = useRef<HTMLTextAreaElement>(null);
  const refused = (name: 'text' | 'nameless') => {
    const given = failure?.fields?.[name];
    return given === undefined ? null : faultText(given);
  };
  const faults = {
    text: tooLong(cleanLines(typed), replyLimit) ?? refused('text'),
    nameless: tooLong(nameless, tipTextLimits.name) ?? refused('nameless'),
  };
  const isNamed = usesName(typed);
  /** At the place where the owner writes. */
  const put = (placeholder: string) => {
    const { selectionStart: from = typed.length, selectionEnd: until = typed.length } = field.current ?? {};
    onTyped(typed.slice(0, from) + placeholder + typed.slice(until));
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && cleanLines(typed) !== '') onLook();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <div>
          <Textarea
            ref={field}
            label={text('reply.label')}
            description={<Counter text={typed} max={replyLimit} />}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            autosize
            minRows={3}
            maxRows={8}
            dir="auto"
            data-autofocus
            value={typed}
            error={faults.text}
            onChange={(event) => onTyped(event.currentTarget.value)}
          />
          <Group gap="xs" mt="xs">
            <SmallButton onClick={() => put('{name}')}>{text('thank.putName')}</SmallButton>
            <SmallButton onClick={() => put('{amount}')}>{text('thank.putAmount')}</SmallButton>
          </Group>
        </div>
        {isNamed && (
          <TextInput
            label={text('thank.nameless')}
            dir="auto"
            value={nameless}
            error={faults.nameless}
            onChange={(event) => onNameless(event.currentTarget.value)}
          />
        )}
        {again !== null && (
          <Checkbox
            label={text('thank.again')}
            checked={again}
            onChange={(event) => onAgain(event.currentTarget.checked)}
          />
        )}
        {failure && refused('text') === null && refused('nameless') === null && (
          <FailureAlert failure={failure} />
        )}
        <Group justify="flex-end" gap="xs">
          <PlainButton disabled={busy} onClick={onClose}>
            {text('reply.cancel')}
          </PlainButton>
          <Button type="submit" loading={busy} disabled={cleanLines(typed) === ''}>
            {text('thank.look')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface WhoIsToldProps {
  readonly tips: readonly Tip[];
  readonly answer: ThanksAnswer;
  readonly busy: boolean;
  readonly failure: Failure | null;
  readonly onBack: () => void;
  readonly onSend: () => void;
}

function WhoIsTold({ tips, answer, busy, failure, onBack, onSend }: WhoIsToldProps) {
  const text = useText();
  const { told, samples } = answer;
  return (
    <Stack gap="md">
      <Figures answer={answer} />
      {samples.map(({ tipId, text: words }) => {
        const tip = tips.find((other) => other.tipId === tipId);
        return (
          <div key={tipId}>
            <Quiet>
              <bdi>{tip === undefined ? tipId : tipGiver(tip, text)}</bdi>
            </Quiet>
            <blockquote className={styles.sample}>
              <bdi>{words}</bdi>
            </blockquote>
          </div>
        );
      })}
      {failure && <FailureAlert failure={failure} />}
      <Group justify="flex-end" gap="xs">
        <PlainButton disabled={busy} onClick={onBack}>
          {text('thank.back')}
        </PlainButton>
        <Button loading={busy} disabled={told === 0} data-autofocus onClick={onSend}>
          {text('thank.send', { count: told })}
        </Button>
      </Group>
    </Stack>
  );
}

/** Who is told, and how; who is not, and why. */
function Figures({ answer: { told, notified, mailed, unnoticed, left } }: { readonly answer: ThanksAnswer }) {
  const text = useText();
  return (
    <div role="status">
      <Text>{text('thank.told', { count: told })}</Text>
      {told > 0 && (
        <Small mt={4}>
          {[
            (notified > 0 || mailed === 0) && text('thank.notified', { count: notified }),
            mailed > 0 && text('thank.mailed', { count: mailed }),
            unnoticed > 0 && text('thank.untold', { count: unnoticed }),
          ]
            .filter(Boolean)
            .join(' ')}
        </Small>
      )}
      {notThanked.map(
        (why) =>
          left[why] > 0 && (
            <Quiet key={why} mt={4}>
              {text(`thank.left.${why}`, { count: left[why] })}
            </Quiet>
          ),
      )}
    </div>
  );
}

function Sent({ answer, onDone }: { readonly answer: ThanksAnswer; readonly onDone: () => void }) {
  const text = useText();
  const intl = useIntl();
  const { state, told, done, barred = 0 } = answer;
  const missed = told - done - barred;
  const isSending = state === 'sending';
  return (
    <Stack gap="md">
      <div role="status">
        <Text>
          {isSending
            ? text('thank.sending', { done: intl.formatNumber(done), all: intl.formatNumber(told) })
            : text('thank.sent', { count: done })}
        </Text>
        {!isSending && missed > 0 && <Quiet mt={4}>{text('thank.missed', { count: missed })}</Quiet>}
        {!isSending && barred > 0 && <Quiet mt={4}>{text('thank.barred', { count: barred })}</Quiet>}
      </div>
      <Group justify="flex-end">
        <Button data-autofocus onClick={onDone}>
          {text('refund.close')}
        </Button>
      </Group>
    </Stack>
  );
}
