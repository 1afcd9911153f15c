import { useEffect, useRef } from 'react';
import { useLanguage } from '../messages/language-provider';
import { useStoredChannels } from '../data/owner-documents';
import { useTimeZone } from '../shared/time-zone';
import { useBackend, useOwner } from '../data/session';

/**
 * Tells the server in which language the owner last used the dashboard, because mails are written in it, and the account's time zone, in which quiet
 * hours and the days of messages are.
 */
export function ChannelWatch() {
  const { channels } = useBackend();
  const { isGuest } = useOwner();
  const { language } = useLanguage();
  const live = useStoredChannels();
  const zone = useTimeZone();
  const told = useRef('');
  const stored = live.kind === 'ready' ? live.value : null;
  useEffect(() => {
    if (isGuest || stored === null || Object.keys(stored.channels).length === 0) return;
    const { quiet } = stored;
    const wanted = `${zone} ${language}`;
    // Once in this page: a refusal must not be repeated with each change of a channel.
    if (wanted === `${stored.zone} ${stored.language}` || wanted === told.current) return;
    told.current = wanted;
    void channels.keepQuiet({ zone, language, quiet });
  }, [channels, isGuest, stored, language, zone]);
  return null;
}
