import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../messages/text';
import { Page } from '../../ui/page';
import { AboutPanel } from './about-panel';
import { LinksPanel } from './links-panel';
import { LookPanel } from './look-panel';
import { PreviewPane } from './preview-pane';
import { VisibilityPanel } from './visibility-panel';
import { PublishBar } from '../../shared/publish/publish-bar';
import { SetUpPanel } from './set-up-panel';
import styles from './profile.module.css';

const sides = ['edit', 'preview'] as const;

/** The editor beside a preview of the real card; on a phone one of them at a time. */
export function ProfileScreen() {
  const text = useText();
  const [side, setSide] = useState<string>('edit');
  return (
    <Page title={text('profile.title')} lead={text('profile.lead')} actions={<PublishBar />}>
      <SetUpPanel />
      <SegmentedControl
        className={styles.sides ?? ''}
        fullWidth
        size="sm"
        aria-label={text('profile.side')}
        value={side}
        onChange={setSide}
        data={sides.map((value) => ({ value, label: text(`profile.${value}`) }))}
      />
      <div className={styles.columns} data-side={side}>
        <div className={styles.editor}>
          <AboutPanel />
          <LinksPanel />
          <LookPanel />
          <VisibilityPanel />
        </div>
        <PreviewPane />
      </div>
    </Page>
  );
}
