import type { DraftLink } from '../../../core/profile/link';
import { PlatformIcon } from './platform-icon';
import styles from './profile.module.css';

interface LinkSignProps {
  readonly link: DraftLink;
  /** URL of the picture; null = the link has none, or it has not loaded. */
  readonly picture: string | null;
}

/** The sign before a link's label: its picture, the chosen icon or the platform's mark. */
export function LinkSign({ link, picture }: LinkSignProps) {
  const { sign, url } = link;
  return (
    <span className={styles.platform}>
      {picture ? (
        <img className={styles.thumb} src={picture} alt="" />
      ) : (
        <PlatformIcon url={url} chosen={sign?.kind === 'icon' ? sign.icon : null} />
      )}
    </span>
  );
}
