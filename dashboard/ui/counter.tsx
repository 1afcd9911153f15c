import { useText } from '../messages/text';
import styles from './counter.module.css';

/** How many characters are left, counted as publishing counts: without surrounding space. */
export function Counter({ text: given, max }: { readonly text: string; readonly max: number }) {
  const text = useText();
  const left = max - given.trim().length;
  return (
    <span className={styles.counter} data-over={left < 0 || undefined}>
      {left < 0 ? text('profile.over', { count: -left }) : text('profile.left', { count: left })}
    </span>
  );
}
