import styles from './moderation.module.css';

export type Fact = readonly [label: string, said: string];

/** Labels and texts. The texts can come from anybody, so they are shown as they are and never as links. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, said]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{said}</dd>
        </div>
      ))}
    </dl>
  );
}
