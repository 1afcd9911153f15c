import { useCallback, useEffect, useState } from 'react';
import type { ShownSession } from '../../../core/api/owner-api';
import { ownDeviceId } from '../../data/own-device';
import type { Failure } from '../../data/failure';
import { useBackend } from '../../data/session';
import { useOnline } from '../../data/use-online';

export type Devices =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'here'; readonly own: string; readonly devices: readonly ShownSession[] };

/** This device first, then the others, last seen first. Read again when the connection is back. */
export function useDevices(uid: string): readonly [Devices, () => void] {
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
