import styles from './logo.module.css';

/** The logo: an upturned hat and a coin. */
export function LogoMark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
      className={styles.mark}
    >
      <circle cx="16" cy="7.2" r="4.2" className={styles.coin} />
      <path d="M2.6 14.6h26.8" className={styles.brim} />
      <path
        d="M6.2 14.6h19.6l-1.5 9.6a4.6 4.6 0 0 1-4.5 3.8h-7.6a4.6 4.6 0 0 1-4.5-3.8z"
        className={styles.hat}
      />
      <path d="M6.7 17.9h18.6l-.5 3.2H7.2z" className={styles.band} />
    </svg>
  );
}

export function Logo() {
  return (
    <span className={styles.logo}>
      <LogoMark />
      <span>Busker</span>
    </span>
  );
}
