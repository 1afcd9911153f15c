import { Title } from '@mantine/core';
import { useText } from '../../messages/text';
import styles from './profile.module.css';

export function PreviewPane() {
  const text = useText();
  return (
    <section className={styles.preview} aria-label={text('preview.heading')}>
      <Title order={2}>{text('preview.heading')}</Title>
    </section>
  );
}
