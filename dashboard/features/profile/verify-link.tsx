import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { VerifyLinkAnswer } from '../../../core/api/owner-api';
import type { Failure } from '../../data/failure';
import { useText } from '../../messages/text';
import { Dialog } from '../../ui/dialog';
import { FailureAlert } from '../../ui/failure-alert';
import { useBackend } from '../../data/session';
import { CodeBlock } from '../../ui/code-block';

interface VerifyLinkProps {
  readonly url: string;
  readonly onClose: () => void;
}

/** Verifies a page as the owner's: it must link back with rel="me". */
export function VerifyLink({ url, onClose }: VerifyLinkProps) {
  const text = useText();
  const { host, siteChecks } = useBackend();
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<VerifyLinkAnswer | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const look = async () => {
    setBusy(true);
    setFailure(null);
    const looked = await siteChecks.verifyLink(url);
    setBusy(false);
    if (looked.ok) setAnswer(looked.value);
    else setFailure(looked.problem);
  };
  const done = answer?.outcome === 'verified';
  return (
    <Dialog open onClose={onClose} title={text('verify.title')}>
      <Stack gap="md">
        <Text size="sm">{text('verify.about', { url })}</Text>
        {answer && (
          <Text size="sm" fw={600} role="status">
            {text(`verify.${answer.outcome}`)}
          </Text>
        )}
        {answer?.outcome === 'no-link-back' && (
          <CodeBlock
            code={`<a rel="me" href="${answer.linkBack}">${answer.linkBack.replace(host, '').slice(1)}</a>`}
            label={text('verify.code')}
          />
        )}
        {failure && <FailureAlert failure={failure} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {text('dialog.close')}
          </Button>
          {!done && (
            <Button loading={busy} onClick={() => void look()}>
              {text('verify.look')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
