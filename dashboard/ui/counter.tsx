import { characterLength, cleanLines } from '../../core/base/text';
import { useText } from '../messages/text';
import styles from './counter.module.css';

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
