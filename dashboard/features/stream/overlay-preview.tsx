import { Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { tipAmounts } from '../../../core/money/amount-limits';
import { newOverlayLive, type OverlaySettings } from '../../../core/outbox/overlay/overlay';
import type { StoredProfile } from '../../../core/profile/stored-profile';
import { usePayments } from '../../data/owner-documents';
import { useText } from '../../messages/text';
import { useBackend } from '../../data/session';
import { Panel } from '../../ui/panel';
import styles from './stream.module.css';
import { usePreviewFrame } from './use-preview-frame';

/** Size of the scene in CSS pixels, of which the preview is a smaller picture. */
const scene = { width: 1280, height: 720 };

interface OverlayPreviewProps {
  readonly handle: string;
  readonly settings: OverlaySettings;
  readonly profile: StoredProfile;
}

/** The overlay's own page with a sample alert, over a scene. */
export function OverlayPreview({ handle, settings, profile }: OverlayPreviewProps) {
  const text = useText();
  const { host } = useBackend();
  const { ref, width } = useElementSize();
  const payments = usePayments();
  const currency = (payments.kind === 'ready' ? payments.value?.currency : null) ?? 'usd';
  const { presets } = tipAmounts(currency, profile.tips);
  const [smallest = 500, amount = smallest] = presets;
  const page = { v: 1 as const, handle, ...settings, ...newOverlayLive };
  const frame = usePreviewFrame(page, { currency, amount });
  return (
    <Panel heading={text('stream.preview')}>
      <div ref={ref} className={styles.scene}>
        <iframe
          ref={frame}
          src={`${host}/o?preview`}
          title={text('stream.previewFrame')}
          tabIndex={-1}
          loading="lazy"
          style={{ ...scene, transform: `scale(${width / scene.width})` }}
        />
      </div>
      <Text size="sm" c="dimmed" mt="sm">
        {text('stream.previewNote')}
      </Text>
    </Panel>
  );
}
