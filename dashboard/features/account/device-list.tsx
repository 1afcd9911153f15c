import { Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import type { ShownSession } from '@busker/core/dashboard-api/owner-api';
import type { Failure } from '../../data/failure';
import { browsers, ownDeviceId, systems } from '../../device/this-browser';
import { useBackend, useOwner, useOnline } from '../../session/session';
import { useText } from '../../messages/text';
import { Arriving } from '../../page/page';
import { FailureAlert } from '../../feedback/failure-alert';
import { Small } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';
import styles from './account.module.css';

type Devices =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'here'; readonly own: string; readonly devices: readonly ShownSession[] };

/** This device first, then the others, last seen first. Read again when the connection is back. */
function useDevices(uid: string): readonly [Devices, () => void] {
  const { api } = useBackend();
  const online = useOnline();
  const [state, setState] = useState<Devices>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  const again = useCallback(() => {
    setState({ kind: 'loading' });
    setRound((before) => before + 1);
  }, []);
  useEffect(() => {
    if (!online) return;
    let left = false;
    const read = async () => {
      const own = ownDeviceId(uid);
      // The answer to noting this device is the list.
      const answer = await api.noteDevice(own);
      if (left) return;
      if (!answer.ok) return setState({ kind: 'failed', failure: answer.problem });
      const isOwn = ({ id }: ShownSession) => id === own;
      const { sessions } = answer.value;
      const devices = [...sessions.filter(isOwn), ...sessions.filter((each) => !isOwn(each))];
      setState({ kind: 'here', own, devices });
    };
    void read();
    return () => {
      left = true;
    };
  }, [api, uid, online, round]);
  return [state, again];
}

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
      <Quiet mt="sm">{text('devices.which')}</Quiet>
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
        {isOwn && <Small>{text('devices.here')}</Small>}
        <Quiet>{text('devices.since', { date: since })}</Quiet>
        {!isOwn && <Quiet>{text('devices.seen', { date: seen })}</Quiet>}
      </div>
    </li>
  );
}
