import { useState } from 'react';
import { characterLength, cleanLines } from '@busker/core/text/text';
import { keptText } from '../data/failure';
import { useText } from '../messages/text';
import { useOwner } from '../session/session';
import styles from './counter.module.css';

/**
 * The error of a field with a text that is longer than is kept; null = it fits. No field has `maxLength`: browsers then cut a pasted text off without a word,
 * and count UTF-16 units, so that an emoji takes the room of two letters. `length` counts as the server does.
 */
export function useTooLong() {
  const text = useText();
  return (typed: string, max: number, length: (typed: string) => number = characterLength): string | null =>
    length(typed) > max ? text('fault.too-long', { max }) : null;
}

/**
 * A text that somebody writes and sends by a button. Until it is sent, this tab keeps it for its owner: a closed form, a reload or an ended session
 * loses nothing. `what`: of which thing it is. A sign-out forgets it (dashboard/draft/unsent-edits.ts).
 */
export function useTyped(what: string, begun = '') {
  const { uid } = useOwner();
  const kept = keptText(`busker-unsent ${uid} ${what}`, () => sessionStorage);
  const [typed, setTyped] = useState(() => kept.read() ?? begun);
  const type = (next: string) => {
    setTyped(next);
    if (next === '') kept.drop();
    else kept.keep(next);
  };
  return { typed, type, forget: kept.drop };
}

/** Moves the focus to the first field of a form that shows an error. */
export function focusFault(form: HTMLElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** How many characters are left, counted as publishing counts: by the same rule, after the same cleaning. */
export function Counter({ text: given, max }: { readonly text: string; readonly max: number }) {
  const text = useText();
  const left = max - characterLength(cleanLines(given));
  return (
    <span className={styles.counter} data-over={left < 0 || undefined}>
      {left < 0 ? text('profile.over', { count: -left }) : text('profile.left', { count: left })}
    </span>
  );
}
