import { Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '../../shared/failure';
import { useText } from '../../messages/text';
import type { PinnedScript } from '../../shared/site-checks';
import { FailureAlert } from '../../ui/failure-alert';
import { useBackend } from '../../shared/use-backend';

interface PinSwitchProps {
  readonly pinned: PinnedScript | null;
  readonly onPin: (pinned: PinnedScript | null) => void;
}

/** Pins the script to one release by its hash. */
export function PinSwitch({ pinned, onPin }: PinSwitchProps) {
  const text = useText();
  const { siteChecks } = useBackend();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const pin = async () => {
    setBusy(true);
    setFailure(null);
    const answer = await siteChecks.pinnedScript();
    setBusy(false);
    if (answer.ok) onPin(answer.value);
    else setFailure(answer.problem);
  };
  return (
    <Stack gap="xs">
      <Switch
        label={text('tag.pin')}
        description={text('tag.pinHint')}
        checked={pinned !== null || busy}
        aria-busy={busy}
        onChange={() => {
          // Not disabled while busy: that would move the keyboard focus.
          if (pinned) onPin(null);
          else if (!busy) void pin();
        }}
      />
      {failure && <FailureAlert failure={failure} onRetry={() => void pin()} />}
    </Stack>
  );
}
