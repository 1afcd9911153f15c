import styles from './initial.module.css';

/** A placeholder for a picture: the first letter on a tint that the name selects. */
export function Initial({ name, size = 34 }: { readonly name: string; readonly size?: number }) {
  const letter = Array.from(name.trim())[0]?.toLocaleUpperCase() ?? '?';
  const tint =
    Array.from(name).reduce<number>((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % 5;
  return (
    <span
      className={styles.initial}
      data-tint={tint}
      style={{ width: size, height: size, fontSize: size * 0.42 }}
      aria-hidden="true"
    >
      {letter}
    </span>
  );
}
