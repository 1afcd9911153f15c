import { Alert, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconAlertCircle } from '../icons/first-icons';
import type { Failure } from '../data/failure';
import { useText } from '../messages/text';
import { SmallButton } from '../theme/theme';

interface FailureAlertProps {
  readonly failure: Failure;
  /** A sentence that fits this place better than the one of the failure's code. */
  readonly says?: string | undefined;
  readonly onRetry?: () => void;
  /** The next step, if it is not to try again. */
  readonly children?: ReactNode;
}

/** A failure with its sentence and next step, announced at once. Stays until it is resolved. */
export function FailureAlert({ failure, says, onRetry, children }: FailureAlertProps) {
  const text = useText();
  return (
    <Trouble says={says ?? text(`failure.${failure.code}`)} onRetry={onRetry}>
      {children}
    </Trouble>
  );
}

interface TroubleProps {
  readonly says: string;
  readonly onRetry?: (() => void) | undefined;
  readonly children?: ReactNode;
}

export function Trouble({ says, onRetry, children }: TroubleProps) {
  const text = useText();
  return (
    <Alert color="red" icon={<IconAlertCircle size={18} aria-hidden />} role="alert" p="sm">
      {says}
      {(onRetry || children) && (
        <Group gap="xs" mt="xs">
          {onRetry && <SmallButton onClick={onRetry}>{text('failure.retry')}</SmallButton>}
          {children}
        </Group>
      )}
    </Alert>
  );
}
