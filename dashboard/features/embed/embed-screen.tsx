import { Alert, Button, List, Skeleton, Stack, Switch, Tabs, TextInput, Title } from '@mantine/core';
import { Suspense, useRef, useState, type FormEvent } from 'react';
import type { SiteCheckAnswer } from '@busker/core/dashboard-api/owner-api';
import type { StoredProfile } from '@busker/core/profile/profile';
import { permissionsLine, policyLine } from '@busker/core/web/csp';
import { IconCheck } from '../../icons/screen-icons';
import type { Failure } from '../../data/failure';
import { usePayments, usePublished } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { useFaultText, useText } from '../../messages/text';
import { currentScript, snippetHeight, noChoices, type ScriptChoice } from '../../embed-code/snippet';
import { CodeBlock } from '../../panel/code-block';
import { LinksPicture } from '../../page/empty-state';
import { FailureAlert } from '../../feedback/failure-alert';
import { useAsk } from '../../form/ask-form';
import { later } from '../../loading/later';
import { LoadBoundary } from '../../loading/load-boundary';
import { Page, PanelsSkeleton } from '../../page/page';
import { EmptyPanel, FoldedPanel, Panel } from '../../panel/panel';
import { FirstShares, FormCodes, formsWithSettings, FormTabs } from './code-tabs';
import styles from './embed.module.css';
import { TagControls } from './tag-controls';
import { Small } from '../../theme/theme';
import { Note, Quiet } from '../../theme/owner-parts';

interface PageRulesProps {
  readonly hosted: boolean;
  /** The rule for the site's own style sheet, for sites that forbid style attributes. */
  readonly height: number;
}

/** The exact headers that a page with a strict policy needs. Few sites do: closed, unless the address names them. */
export function PageRules({ hosted, height }: PageRulesProps) {
  const text = useText();
  const { host } = useBackend();
  const page = { host, pay: hosted ? 'hosted' : 'in-page' } as const;
  const permissions = permissionsLine(page);
  return (
    <FoldedPanel id="rules" heading={text('rules.heading')}>
      <Stack gap="md" mt="md">
        <Quiet>{text('rules.about')}</Quiet>
        <CodeBlock code={`Content-Security-Policy: ${policyLine(page)}`} label={text('rules.policy')} />
        {permissions && (
          <CodeBlock code={`Permissions-Policy: ${permissions}`} label={text('rules.permissions')} />
        )}
        <Quiet>{text('rules.styleAbout')}</Quiet>
        <CodeBlock
          code={`busker-card { display: block${height > 0 ? `; min-height: ${height}px` : ''} }`}
          label={text('rules.style')}
        />
      </Stack>
    </FoldedPanel>
  );
}

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

/** "Is it live on my site?": the server checks the page and reports what blocks the card and how to correct it. */
export function SiteCheck({ hosted }: { readonly hosted: boolean }) {
  const text = useText();
  const { siteChecks } = useBackend();
  const [url, setUrl] = useState('');
  const { busy, failure, ask } = useAsk();
  const [answer, setAnswer] = useState<SiteCheckAnswer | null>(null);
  const faultText = useFaultText();
  const fault = failure?.fields?.url;
  const refused = fault && faultText(fault);

  const check = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setAnswer(null);
    const checked = await ask(() => siteChecks.checkSite({ url, pay: hosted ? 'hosted' : 'in-page' }));
    if (checked.ok) setAnswer(checked.value);
  };

  return (
    <Panel id="live" heading={text('check.heading')}>
      <Stack gap="md">
        <Quiet>{text('check.about')}</Quiet>
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
          <Small mb={6}>
            {text(`check.policy.${policy.from}`)}{' '}
            {policy.missing.map(({ directive, sources }) => `${directive}: ${sources.join(' ')}`).join('; ')}
            {policy.needsNonce && ` ${text('check.nonce')}`}
          </Small>
          <CodeBlock code={policy.mended} label={text('check.mended')} />
        </div>
      ))}
      {permissionsLine && (
        <div>
          <Small mb={6}>{text('check.permissions')}</Small>
          <CodeBlock code={`Permissions-Policy: ${permissionsLine}`} label={text('rules.permissions')} />
        </div>
      )}
    </Stack>
  );
}

const LiveCard = later(async () => (await import('./live-card')).LiveCard);

export function EmbedScreen() {
  const text = useText();
  const published = usePublished();
  // The note about test mode and the tip button wait for the account: late, they would push the code down.
  const live = usePayments().kind === 'loading' ? ({ kind: 'loading' } as const) : published;
  const profile = live.kind === 'ready' ? live.value : null;

  return (
    <Page title={text('embed.title')} lead={text('embed.lead')}>
      {live.kind === 'loading' && <PanelsSkeleton shape="columns" />}
      {live.kind === 'failed' && <FailureAlert failure={live.failure} onRetry={live.retry} />}
      {live.kind === 'ready' && !profile && (
        <EmptyPanel
          picture={<LinksPicture />}
          title={text('publish.never')}
          text={text('embed.notPublished')}
          to="/page/profile"
          act={text('embed.toProfile')}
        />
      )}
      {profile && <Generator profile={profile} />}
    </Page>
  );
}

function TestMode() {
  const text = useText();
  const payments = usePayments();
  if (payments.kind !== 'ready' || !payments.value || payments.value.livemode) return null;
  return (
    <Alert mb="md" color="gray" role="note">
      {text('embed.testMode')}
    </Alert>
  );
}

function Generator({ profile }: { readonly profile: StoredProfile }) {
  const text = useText();
  const { host } = useBackend();
  const [now] = useState(() => Date.now());
  const [choices, setChoices] = useState(noChoices);
  const [script, setScript] = useState<ScriptChoice>(currentScript);
  const [form, setForm] = useState('html');
  const hasSettings = formsWithSettings.includes(form);
  const options = { host, now, choices, script };
  const height = snippetHeight(profile, options);
  return (
    <>
      <TestMode />
      <FirstShares profile={profile} options={options} />
      <Tabs value={form} onChange={(chosen) => setForm(chosen ?? form)} keepMounted={false}>
        <FormTabs />
        <div className={styles.columns} data-settings={hasSettings || undefined}>
          {hasSettings && (
            <Panel id="tag" heading={text('tag.heading')} lead={text('tag.note')}>
              <Stack gap="sm">
                <TagControls choices={choices} onChoose={setChoices} />
                <ScriptSwitches script={script} onChoose={setScript} />
              </Stack>
            </Panel>
          )}
          <div className={styles.main}>
            <Panel id="code" heading={text('embed.code')}>
              <FormCodes profile={profile} options={options} />
            </Panel>
            {hasSettings && (
              <section className={styles.preview} aria-label={text('preview.heading')}>
                <Title order={2} mb="sm">
                  {text('preview.heading')}
                </Title>
                <div style={{ minHeight: height }}>
                  <LoadBoundary>
                    <Suspense fallback={<Skeleton height={height || 280} radius="lg" />}>
                      <LiveCard profile={profile} choices={choices} />
                    </Suspense>
                  </LoadBoundary>
                </div>
                <Note mt="sm">{text('embed.previewCaption')}</Note>
              </section>
            )}
            <SiteCheck hosted={choices.hosted} />
            <PageRules hosted={choices.hosted} height={height} />
            <Panel heading={text('embed.whatTitle')}>
              <List spacing="xs" icon={<IconCheck size={16} aria-hidden />} c="dimmed">
                <List.Item>{text('embed.whatLinks')}</List.Item>
                <List.Item>{text('embed.whatHeight')}</List.Item>
                <List.Item>{text('embed.whatPrivacy')}</List.Item>
                <List.Item>{text('embed.again')}</List.Item>
              </List>
            </Panel>
          </div>
        </div>
      </Tabs>
    </>
  );
}
