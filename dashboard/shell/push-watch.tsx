import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../messages/text';
import { keepDevice } from '../shared/push/keep-device';
import { keptHere } from '../shared/push/kept-here';
import { openedAnswer, requestedPath } from '../shared/push/open-request';
import { useBackend, useOwner } from '../data/session';

/** Keeps this device's notifications to the signed-in owner, and shows the page of a notification that they tapped. */
export function PushWatch() {
  const { channels } = useBackend();
  const { uid, isGuest } = useOwner();
  const navigate = useNavigate();
  const closedText = useText()('push.closed');

  useEffect(() => {
    const kept = isGuest ? null : keptHere(uid, (channelId) => channels.remove(channelId));
    if (kept !== null) void keepDevice(kept, closedText);
  }, [channels, uid, isGuest, closedText]);

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const { serviceWorker } = navigator;
    const open = ({ data, ports }: MessageEvent<unknown>) => {
      const path = requestedPath(data);
      if (path === null) return;
      ports[0]?.postMessage(openedAnswer);
      void navigate(path);
    };
    serviceWorker.addEventListener('message', open);
    // Messages of a worker that does not control this page wait for this call.
    serviceWorker.startMessages();
    return () => serviceWorker.removeEventListener('message', open);
  }, [navigate]);
  return null;
}
