import styles from './welcome-picture.module.css';

/** Decoration: a card on a page, and a tip that arrives. */
export function WelcomePicture() {
  return (
    <div className={styles.scene} aria-hidden="true">
      <div className={styles.card}>
        <span className={styles.face} />
        <span className={styles.name} />
        <span className={styles.bio} />
        <span className={styles.link} />
        <span className={styles.link} />
        <span className={styles.tip} />
      </div>
      <div className={styles.toast}>
        <span className={styles.coin}>$</span>
        <span>
          <b>5.00</b>
          <i />
        </span>
      </div>
      <div className={styles.toastBehind}>
        <span className={styles.coin}>€</span>
        <span>
          <b>10.00</b>
          <i />
        </span>
      </div>
    </div>
  );
}
