import styles from './welcome-picture.module.css';

/** A small scene of what the product does: a card on somebody's page, and a tip that has just arrived. Decoration. */
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
