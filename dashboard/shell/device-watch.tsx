import { useEffect } from 'react';
import { isDue, noteOwnDevice, ownDeviceId } from '../data/own-device';
import { useBackend, useOwner } from '../data/session';

const hour = 60 * 60_000;

/** Tells the server after a sign-in, and once a day, that the owner is signed in in this browser. */
export function DeviceWatch() {
  const { api } = useBackend();
  const user = useOwner();
  useEffect(() => {
    if (user.isGuest) return;
    const note = async () => {
      if (!isDue(user, Date.now())) return;
      const answer = await api.noteDevice(ownDeviceId(user.uid));
      // A lost request is made up for an hour later, or by the next start.
      if (answer.ok) noteOwnDevice(user, Date.now());
    };
    void note();
    const timer = setInterval(() => void note(), hour);
    return () => clearInterval(timer);
  }, [api, user]);
  return null;
}
