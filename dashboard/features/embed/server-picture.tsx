import { Text } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../messages/text';
import { Trouble } from '../../ui/failure-alert';
import { useOnline } from '../../data/use-online';

interface ServerPictureProps {
  readonly src: string;
  readonly alt: string;
  readonly className?: string | undefined;
  /** CSS pixels of a square; undefined = the picture's own size. */
  readonly side?: number;
}

/** A picture that the server draws. If it does not load, the screen says so and tries again when the connection is back. */
export function ServerPicture(props: ServerPictureProps) {
  const text = useText();
  const online = useOnline();
  const [failedFor, setFailedFor] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const { src, alt, className, side } = props;
  // A failure while offline is retried once online.
  const attempt = `${src} ${String(online)} ${round}`;
  if (failedFor !== attempt) {
    return (
      <img
        key={attempt}
        className={className}
        src={src}
        alt={alt}
        {...(side === undefined ? {} : { width: side, height: side })}
        onError={() => setFailedFor(attempt)}
      />
    );
  }
  if (!online) {
    return (
      <Text size="sm" c="dimmed" role="status">
        {text('arriving.offlineTitle')}
      </Text>
    );
  }
  return <Trouble says={text('failure.api/unreachable')} onRetry={() => setRound(round + 1)} />;
}
