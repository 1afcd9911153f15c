import { useText } from '../messages/text';
import styles from './counter.module.css';

/** How much room is left, as publishing counts it: without surrounding space. */
export function Counter({ text: given, max }: { readonly text: string; readonly max: number }) {
  const text = useText();
  const left = max - given.trim().length;
  return (
    <span className={styles.counter} data-over={left < 0 || undefined}>
      {left < 0 ? text('profile.over', { count: -left }) : text('profile.left', { count: left })}
    </span>
  );
}
