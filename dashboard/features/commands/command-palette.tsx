import { NavLink, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { unreachable } from '@busker/core/base/result';
import { pauseAt, pauseDay } from '@busker/core/profile/profile';
import { IconPlayerPause, IconPlayerPauseFilled, IconSearch } from '../../icons/screen-icons';
import { loaded, usePublished, useTakesTips } from '../../session/owner-documents';
import { useText } from '../../messages/text';
import { useShortcutsOn } from '../../preferences/preferences';
import { atSearch } from '../../navigation/hash-target';
import { useNow } from '../../ui/dates';
import { useUndo } from '../../publish/publish';
import { useToast } from '../../feedback/toast';
import type { CommandLayer, Opened } from './command-layer';
import styles from './commands.module.css';
import { Keys, isApple, isCharacters, isForTextField, shortcuts, type ShortcutAct } from './shortcuts';

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'isComposing' | 'repeat'
>;

/** `k`, `?`, `mod+k`, `mod+shift+z`; null = no shortcut key. Shift makes a letter another stroke, but not a symbol that needs Shift. */
export function strokeOf(press: KeyPress, apple: boolean): string | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey, isComposing, repeat } = press;
  if (isComposing || repeat || altKey || key.length !== 1) return null;
  const letter = key.toLowerCase();
  const [mod, other] = apple ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (other) return null;
  if (shiftKey && letter !== key.toUpperCase()) return mod ? `mod+shift+${letter}` : null;
  return mod ? `mod+${letter}` : letter;
}

/** The strokes of a sequence in progress, and the time of the last one (milliseconds). */
interface Begun {
  readonly strokes: string;
  readonly at: number;
}

export const nothingBegun: Begun = { strokes: '', at: 0 };

/** After a longer pause the sequence starts again. */
export const restMillis = 1500;

/** Adds a stroke. `hit`: the shortcut that it completes. A stroke that matches nothing may start a new sequence. */
export function withStroke(
  begun: Begun,
  stroke: string,
  at: number,
  known: readonly string[],
): { readonly begun: Begun; readonly hit: string | null } {
  const before = at - begun.at <= restMillis ? begun.strokes : '';
  for (const strokes of before === '' ? [stroke] : [`${before} ${stroke}`, stroke]) {
    if (known.includes(strokes)) return { begun: nothingBegun, hit: strokes };
    if (known.some((keys) => keys.startsWith(`${strokes} `))) return { begun: { strokes, at }, hit: null };
  }
  return { begun: nothingBegun, hit: null };
}

const takers =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="menu"], [role="listbox"], [role="textbox"]';

/** Whether the keys are input for a text field or a menu. `path`: the event's, so that fields in a shadow root count. */
export const isTyping = (path: readonly EventTarget[]): boolean =>
  path.some((target) => target instanceof Element && target.matches(takers));

const textFields =
  'textarea, [contenteditable]:not([contenteditable="false"]), [role="textbox"], input:not([type="checkbox"], [type="radio"], [type="range"], [type="color"], [type="file"], [type="button"], [type="submit"])';

/** Whether the keys are for a field with text, which the browser can undo by itself. */
export const isInText = (path: readonly EventTarget[]): boolean =>
  path.some((target) => target instanceof Element && target.matches(textFields));

/** An open dialog handles the keyboard itself. */
const dialogIsOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

/** The button of this screen that names the key. */
const buttonFor = (key: string): HTMLElement | null =>
  document.querySelector(`main [aria-keyshortcuts="${key}"]:not(:disabled)`);

/** Listens to the keyboard. `act` may change with every render. */
function useShortcuts(act: (what: ShortcutAct) => void): void {
  const on = useShortcutsOn();
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const listening = on ? shortcuts : shortcuts.filter((shortcut) => !isCharacters(shortcut));
    const known = listening.map(({ keys }) => keys);
    let begun = nothingBegun;
    const press = (event: KeyboardEvent) => {
      const stroke = event.defaultPrevented || dialogIsOpen() ? null : strokeOf(event, isApple());
      const isText = stroke !== null && !stroke.startsWith('mod+') && isTyping(event.composedPath());
      if (stroke === null || isText) return;
      const next = withStroke(begun, stroke, event.timeStamp, known);
      begun = next.begun;
      const hit = listening.find(({ keys }) => keys === next.hit);
      if (!hit || (isForTextField(hit.act) && isInText(event.composedPath()))) return;
      const button = hit.act.kind === 'press' ? buttonFor(hit.act.key) : null;
      if (hit.act.kind === 'press' && button === null) return;
      event.preventDefault();
      if (button === null) latest.current(hit.act);
      else button.click();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [on]);
}

type Layer = ComponentType<ComponentProps<typeof CommandLayer>>;

const CommandsContext = createContext<(what: Opened) => void>(() => {});

/** The command palette, whose code loads at first use, and its keyboard shortcuts. */
export function CommandPalette({ children }: { readonly children: ReactNode }) {
  const navigate = useNavigate();
  const { failed } = useToast();
  const { undo, redo } = useUndo();
  const [layer, setLayer] = useState<{ readonly Layer: Layer } | null>(null);
  const [open, setOpen] = useState<Opened | null>(null);
  const before = useRef<Element | null>(null);
  // Subscribed here so that the palette has the published profile when it opens.
  usePublished();

  const show = useCallback(
    (what: Opened) => {
      before.current = document.activeElement;
      import('./command-layer').then(
        ({ CommandLayer: Layer }) => {
          setLayer({ Layer });
          setOpen(what);
        },
        () => failed({ code: 'api/unreachable' }),
      );
    },
    [failed],
  );
  const close = useCallback(() => {
    setOpen(null);
    const back = before.current;
    const lost = !(back instanceof HTMLElement) || back === document.body || !back.isConnected;
    (lost ? document.querySelector<HTMLElement>('main') : back)?.focus({ preventScroll: true });
  }, []);

  useShortcuts((act: ShortcutAct) => {
    switch (act.kind) {
      case 'commands':
        return show('commands');
      case 'help':
        return show('help');
      case 'search':
        return void navigate('/money/tips', { state: atSearch });
      case 'undo':
        return undo();
      case 'redo':
        return redo();
      case 'go':
        return void navigate(act.to);
      case 'press':
        return undefined;
      default:
        return unreachable(act);
    }
  });
  return (
    <CommandsContext value={show}>
      {children}
      {layer && <layer.Layer open={open} onOpen={show} onClose={close} />}
    </CommandsContext>
  );
}

/** Opens the palette. In a narrow window the icon stands alone. */
export function CommandsButton() {
  const text = useText();
  const open = useContext(CommandsContext);
  return (
    <UnstyledButton className={styles.button} onClick={() => open('commands')}>
      <IconSearch size={17} aria-hidden />
      <VisuallyHidden>{text('commands.open')}</VisuallyHidden>
      <span className={styles.words} aria-hidden>
        {text('commands.short')}
      </span>
      <span className={styles.hint} aria-hidden>
        <Keys keys="mod+k" />
      </span>
    </UnstyledButton>
  );
}

/** Opens the dialog that pauses tips, from every screen. While they are paused it says until when. */
export function PauseButton({ classNames }: { readonly classNames: Readonly<Record<string, string>> }) {
  const text = useText();
  const { locale } = useIntl();
  const open = useContext(CommandsContext);
  const published = loaded(usePublished());
  const now = useNow();
  const takesTips = useTakesTips(published, now);
  if (published === null || !takesTips) return null;
  const pause = pauseAt(published.tipPause, now);
  const Icon = pause === null ? IconPlayerPause : IconPlayerPauseFilled;
  return (
    <NavLink
      component="button"
      label={
        pause === null ? text('pause.title') : text('pause.until', { date: pauseDay(pause.until, locale) })
      }
      classNames={classNames}
      // On a phone there is only the icon.
      active={pause !== null}
      leftSection={<Icon size={19} stroke={1.7} aria-hidden />}
      onClick={() => open('pause')}
    />
  );
}
