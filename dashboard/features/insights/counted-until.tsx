import { Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { useText } from '../../messages/text';
import { useLive } from '../../data/owner-documents';
import { useStore } from '../../data/session';

/** Until when the server has counted views and clicks. Shown as soon as it is known: the figures do not wait for it. */
export function CountedUntil({ now, zone }: { readonly now: number; readonly zone: string }) {
  const text = useText();
  const intl = useIntl();
  const { tipRepository } = useStore();
  const live = useLive<number | null>(['counted-until'], (watcher) =>
    tipRepository.watchCountedUntil(watcher),
  );
  if (live.kind !== 'ready' || live.value === null) return null;
  const isToday =
    intl.formatDate(live.value, { timeZone: zone }) === intl.formatDate(now, { timeZone: zone });
  const time = isToday
    ? intl.formatTime(live.value, { timeStyle: 'short', timeZone: zone })
    : intl.formatDate(live.value, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  return (
    <Text size="sm" c="dimmed" mb="md">
      {text('insights.countedUntil', { time })}
    </Text>
  );
}
