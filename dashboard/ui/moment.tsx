import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The current time, renewed each half minute while the page is in sight. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && setNow(Date.now()), minute / 2);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** How long ago, up to a week; then the date. The exact time stands in the title and for machines. */
export function Moment({ at }: { readonly at: number }) {
  const intl = useIntl();
  const now = useNow();
  const age = Math.max(0, now - at);
  const relative = () => {
    if (age < minute) return intl.formatRelativeTime(0, 'second', { numeric: 'auto' });
    if (age < hour) return intl.formatRelativeTime(-Math.floor(age / minute), 'minute', { style: 'short' });
    if (age < day) return intl.formatRelativeTime(-Math.floor(age / hour), 'hour', { style: 'short' });
    return intl.formatRelativeTime(-Math.floor(age / day), 'day', { numeric: 'auto' });
  };
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={intl.formatDate(at, { dateStyle: 'full', timeStyle: 'short' })}
    >
      {age < 7 * day ? relative() : intl.formatDate(at, { dateStyle: 'medium' })}
    </time>
  );
}
