import { characterLength, cleanLines } from '@busker/core/text/text';
import { useText } from '../messages/text';
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
