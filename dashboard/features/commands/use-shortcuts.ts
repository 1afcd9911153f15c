import { useEffect, useRef } from 'react';
import { isApple } from './key-names';
import { isInText, isTyping, nothingBegun, strokeOf, withStroke } from './key-strokes';
import { useShortcutsOn } from './shortcut-choice';
import { isCharacters, isForTextField, shortcuts, type ShortcutAct } from './shortcuts';

/** An open dialog handles the keyboard itself. */
const dialogIsOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

/** Listens to the keyboard. `act` may change with every render. */
export function useShortcuts(act: (what: ShortcutAct) => void): void {
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
      event.preventDefault();
      latest.current(hit.act);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [on]);
}
