import { NativeSelect } from '@mantine/core';
import { useText } from '../../messages/text';
import { browserZone } from './zone-days';

interface TimeZoneFieldProps {
  /** null = the browser's zone. */
  readonly chosen: string | null;
  readonly onChoose: (zone: string | null) => void;
}

const words = (zone: string): string => zone.replaceAll('_', ' ');

/** Says in which zone days begin, and changes it. */
export function TimeZoneField({ chosen, onChoose }: TimeZoneFieldProps) {
  const text = useText();
  // Browsers do not list UTC.
  const zones = [...new Set(['UTC', ...(chosen ? [chosen] : []), ...Intl.supportedValuesOf('timeZone')])];
  return (
    <NativeSelect
      size="sm"
      label={text('insights.zone')}
      value={chosen ?? ''}
      onChange={({ currentTarget }) => onChoose(currentTarget.value || null)}
      data={[
        { value: '', label: text('insights.browserZone', { zone: words(browserZone()) }) },
        ...zones.map((zone) => ({ value: zone, label: words(zone) })),
      ]}
    />
  );
}
