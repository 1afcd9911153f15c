import { Alert, Button, List, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { SiteCheckAnswer } from '../../../core/api/owner-api';
import type { Failure } from '../../data/failure';
import { useFaultText } from '../../messages/fault-text';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';
import { Panel } from '../../ui/panel';
import { useBackend } from '../../data/session';
import { CodeBlock } from '../../ui/code-block';
import styles from './embed.module.css';

/** "Is it live on my site?": the server checks the page and reports what blocks the card and how to correct it. */
export function SiteCheck({ hosted }: { readonly hosted: boolean }) {
  const text = useText();
  const { siteChecks } = useBackend();
  const [url, setUrl] = useState('');
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<SiteCheckAnswer | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const faultText = useFaultText();
  const fault = failure?.fields?.url;
  const refused = fault && faultText(fault);

  const check = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setAnswer(null);
    setFailure(null);
    const checked = await siteChecks.checkSite({ url, pay: hosted ? 'hosted' : 'in-page' });
    setBusy(false);
    if (checked.ok) setAnswer(checked.value);
    else setFailure(checked.problem);
  };

  return (
    <Panel id="live" heading={text('check.heading')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {text('check.about')}
        </Text>
        <form className={styles.check} onSubmit={(event) => void check(event)} noValidate>
          <TextInput
            aria-label={text('check.page')}
            placeholder={text('sites.placeholder')}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            value={url}
            error={refused}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <Button type="submit" size="md" loading={busy}>
            {text('check.submit')}
          </Button>
        </form>
        {failure && !refused && <FailureAlert failure={failure} />}
        {answer && <Found answer={answer} />}
      </Stack>
    </Panel>
  );
}

function Found({ answer }: { readonly answer: SiteCheckAnswer }) {
  const text = useText();
  const { failure, found, script, otherHandles, policies, permissionsLine, live } = answer;
  if (failure) {
    return (
      <Alert color="red" role="status">
        {text(`check.failure.${failure}`, { status: answer.status ?? 0 })}
      </Alert>
    );
  }
  const blocked = policies.filter(({ missing, needsNonce }) => missing.length > 0 || needsNonce);
  return (
    <Stack gap="sm" role="status">
      <Alert
        color={live ? 'evergreen' : 'yellow'}
        role="note"
        title={text(live ? 'check.live' : 'check.notYet')}
      >
        <List size="sm" spacing={2}>
          <List.Item>{text(`check.found.${found}`)}</List.Item>
          {found === 'card' && script !== 'here' && <List.Item>{text(`check.script.${script}`)}</List.Item>}
          {otherHandles.length > 0 && (
            <List.Item>{text('check.others', { handles: otherHandles.join(', ') })}</List.Item>
          )}
          {policies.length === 0 && <List.Item>{text('check.noPolicy')}</List.Item>}
          {policies.length > 0 && blocked.length === 0 && <List.Item>{text('check.policyFine')}</List.Item>}
        </List>
      </Alert>
      {blocked.map((policy) => (
        <div key={`${policy.from} ${policy.policy}`}>
          <Text size="sm" mb={6}>
            {text(`check.policy.${policy.from}`)}{' '}
            {policy.missing.map(({ directive, sources }) => `${directive}: ${sources.join(' ')}`).join('; ')}
            {policy.needsNonce && ` ${text('check.nonce')}`}
          </Text>
          <CodeBlock code={policy.mended} label={text('check.mended')} />
        </div>
      ))}
      {permissionsLine && (
        <div>
          <Text size="sm" mb={6}>
            {text('check.permissions')}
          </Text>
          <CodeBlock code={`Permissions-Policy: ${permissionsLine}`} label={text('rules.permissions')} />
        </div>
      )}
    </Stack>
  );
}
