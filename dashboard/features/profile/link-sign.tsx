import type { DraftLink } from '../../../core/profile/link';
import { PlatformIcon } from './platform-icon';
import styles from './profile.module.css';

interface LinkSignProps {
  readonly link: DraftLink;
  /** Where the picture can be seen; null = the link has none, or it is not here yet. */
  readonly picture: string | null;
}

/** What stands before a link's name: its picture, the chosen icon, or its platform's mark. */
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
