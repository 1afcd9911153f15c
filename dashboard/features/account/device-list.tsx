import { Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import type { ShownSession } from '../../../core/api/owner-api';
import type { BrowserClass, SystemClass } from '../../../core/base/device-class';
import { useText } from '../../messages/text';
import { Arriving } from '../../ui/arriving';
import { FailureAlert } from '../../ui/failure-alert';
import { useOwner } from '../../data/session';
import styles from './account.module.css';
import { useDevices } from './use-devices';

/** Names of products, the same in every language. */
const browsers: Readonly<Record<Exclude<BrowserClass, 'other'>, string>> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  samsung: 'Samsung Internet',
};
const systems: Readonly<Record<Exclude<SystemClass, 'other'>, string>> = {
  android: 'Android',
  chromeos: 'ChromeOS',
  ios: 'iOS',
  linux: 'Linux',
  macos: 'macOS',
  windows: 'Windows',
};

/** The browsers in which the owner is signed in. */
export function DeviceList() {
  const text = useText();
  const { uid } = useOwner();
  const [state, again] = useDevices(uid);
  if (state.kind === 'loading') return <Arriving outline={null} />;
  if (state.kind === 'failed') return <FailureAlert failure={state.failure} onRetry={again} />;
  return (
    <>
      <ul className={styles.methods}>
        {state.devices.map((device) => (
          <Device key={device.id} device={device} isOwn={device.id === state.own} />
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="sm">
        {text('devices.which')}
      </Text>
    </>
  );
}

function Device({ device, isOwn }: { readonly device: ShownSession; readonly isOwn: boolean }) {
  const text = useText();
  const intl = useIntl();
  const { browser, system } = device;
  const name = () => {
    if (browser === 'other') return system === 'other' ? text('devices.unknown') : systems[system];
    if (system === 'other') return browsers[browser];
    return text('devices.name', { browser: browsers[browser], system: systems[system] });
  };
  const since = intl.formatDate(device.signedInAt, { dateStyle: 'medium', timeStyle: 'short' });
  const seen = intl.formatDate(device.lastSeenAt, { dateStyle: 'medium' });
  return (
    <li>
      <div>
        <Text fw={550}>{name()}</Text>
        {isOwn && <Text size="sm">{text('devices.here')}</Text>}
        <Text size="sm" c="dimmed">
          {text('devices.since', { date: since })}
        </Text>
        {!isOwn && (
          <Text size="sm" c="dimmed">
            {text('devices.seen', { date: seen })}
          </Text>
        )}
      </div>
    </li>
  );
}
