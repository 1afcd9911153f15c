import { Link } from 'react-router';
import { useText } from '../../messages/text';
import { moderationViews, type ModerationView } from '../../shared/navigation/moderation-views';
import styles from './moderation.module.css';

/** The parts of the moderation screen, as links. */
export function ModerationTabs({ view }: { readonly view: ModerationView }) {
  const text = useText();
  return (
    <nav aria-label={text('moderation.views')} className={styles.tabs}>
      {moderationViews.map(({ name, to, label }) => (
        <Link key={name} to={to} aria-current={name === view ? 'page' : undefined}>
          {text(label)}
        </Link>
      ))}
    </nav>
  );
}
