import { Stack, Switch } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Failure } from '../../data/failure';
import { useText } from '../../messages/text';
import { currentScript, type ScriptChoice } from '../../shared/embed-code/snippet';
import { FailureAlert } from '../../ui/failure-alert';
import { useBackend } from '../../data/session';

interface ScriptSwitchesProps {
  readonly script: ScriptChoice;
  readonly onChoose: (script: ScriptChoice) => void;
}

/** Which release of the script the code names: new ones early, or one release by its hash. Both off = the current release. */
export function ScriptSwitches({ script, onChoose }: ScriptSwitchesProps) {
  const text = useText();
  const { siteChecks } = useBackend();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  // The other switch may be used while the hash is on its way.
  const newest = useRef(0);
  const choose = (next: ScriptChoice) => {
    newest.current += 1;
    setBusy(false);
    setFailure(null);
    onChoose(next);
  };
  const pin = async () => {
    setBusy(true);
    setFailure(null);
    const mine = (newest.current += 1);
    const answer = await siteChecks.pinnedScript();
    if (mine !== newest.current) return;
    setBusy(false);
    if (answer.ok) onChoose({ kind: 'pinned', script: answer.value });
    else setFailure(answer.problem);
  };
  return (
    <Stack gap="xs">
      <Switch
        label={text('tag.early')}
        description={text('tag.earlyHint')}
        checked={script.kind === 'early'}
        onChange={() => choose(script.kind === 'early' ? currentScript : { kind: 'early' })}
      />
      <Switch
        label={text('tag.pin')}
        description={text('tag.pinHint')}
        checked={script.kind === 'pinned' || busy}
        aria-busy={busy}
        onChange={() => {
          // Not disabled while busy: that would move the keyboard focus.
          if (script.kind === 'pinned') choose(currentScript);
          else if (!busy) void pin();
        }}
      />
      {failure && <FailureAlert failure={failure} onRetry={() => void pin()} />}
    </Stack>
  );
}
