import {
  Alert,
  Button,
  ColorInput,
  List,
  NativeSelect,
  NumberInput,
  Skeleton,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { Suspense, useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import type { SiteCheckAnswer } from '../../../core/dashboard-api/owner-api';
import { shippedLanguages } from '../../../core/locale/language-tags';
import { cleanLine, codePointLength } from '../../../core/text/text';
import { layouts, themes } from '../../../core/profile/draft';
import type { StoredProfile } from '../../../core/profile/stored-profile';
import { tipTextLimits } from '../../../core/tip/tip';
import { permissionsLine, policyLine } from '../../../core/web/csp';
import type { Failure } from '../../data/failure';
import { usePayments, usePublished } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { useFaultText, useText } from '../../messages/text';
import {
  currentScript,
  snippetHeight,
  isFileAddress,
  noChoices,
  type ScriptChoice,
  type TagChoices,
} from '../../embed-code/snippet';
import { CodeBlock } from '../../panel/code-block';
import { EmptyState, LinksPicture } from '../../page/empty-state';
import { FailureAlert } from '../../feedback/failure-alert';
import { later } from '../../loading/later';
import { LoadBoundary } from '../../loading/load-boundary';
import { Page, PanelsSkeleton } from '../../page/page';
import { Panel } from '../../panel/panel';
import { useTooLong } from '../../form/text-length';
import { CodeTabs } from './code-tabs';
import styles from './embed.module.css';

/** As the server counts the texts of a tip. */
const lengthInTip = (typed: string) => codePointLength(cleanLine(typed));

/** The name of each language in that language. */
const ownName = (tag: string) => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;

interface TagControlsProps {
  readonly choices: TagChoices;
  readonly onChoose: (choices: TagChoices) => void;
}

/** A control for every attribute of the tag. An empty one uses the published look. */
export function TagControls({ choices, onChoose }: TagControlsProps) {
  const text = useText();
  const tooLong = useTooLong();
  const choose = (part: Partial<TagChoices>) => onChoose({ ...choices, ...part });
  const asPublished = { value: '', label: text('tag.asPublished') };
  return (
    <Stack gap="sm">
      <NativeSelect
        size="sm"
        label={text('look.layout')}
        value={choices.layout}
        onChange={(event) => choose({ layout: event.currentTarget.value })}
        data={[asPublished, ...layouts.map((value) => ({ value, label: text(`look.layout.${value}`) }))]}
      />
      <NativeSelect
        size="sm"
        label={text('look.theme')}
        value={choices.theme}
        onChange={(event) => choose({ theme: event.currentTarget.value })}
        data={[asPublished, ...themes.map((value) => ({ value, label: text(`look.theme.${value}`) }))]}
      />
      <ColorInput
        size="sm"
        label={text('look.accent')}
        placeholder={text('tag.asPublished')}
        withEyeDropper={false}
        value={choices.accent}
        onChange={(accent) => choose({ accent })}
      />
      <NativeSelect
        size="sm"
        label={text('tag.locale')}
        value={choices.locale}
        onChange={(event) => choose({ locale: event.currentTarget.value })}
        data={[
          { value: '', label: text('tag.localeAuto') },
          ...shippedLanguages.map((value) => ({ value, label: ownName(value) })),
        ]}
      />
      <TextInput
        size="sm"
        label={text('amounts.presets')}
        description={text('tag.amountsHint')}
        placeholder={text('tag.asPublished')}
        value={choices.amounts}
        onChange={(event) => choose({ amounts: event.currentTarget.value })}
      />
      <TextInput
        size="sm"
        label={text('tag.for')}
        description={text('tag.forHint')}
        error={tooLong(choices.forText, tipTextLimits.for, lengthInTip)}
        value={choices.forText}
        onChange={(event) => choose({ forText: event.currentTarget.value })}
      />
      <TextInput
        size="sm"
        label={text('tips.place')}
        description={text('tag.placementHint')}
        error={tooLong(choices.placement, tipTextLimits.placement, lengthInTip)}
        value={choices.placement}
        onChange={(event) => choose({ placement: event.currentTarget.value })}
      />
      <Switch
        label={text('amounts.on')}
        checked={choices.tips}
        onChange={(event) => choose({ tips: event.currentTarget.checked })}
      />
      <Switch
        label={text('tag.links')}
        checked={choices.links}
        onChange={(event) => choose({ links: event.currentTarget.checked })}
      />
      <Switch
        label={text('tag.hosted')}
        description={text('tag.hostedHint')}
        checked={choices.hosted}
        onChange={(event) => choose({ hosted: event.currentTarget.checked })}
      />
      <Switch
        label={text('goal.on')}
        description={text('tag.goalHint')}
        checked={choices.goal}
        onChange={(event) => choose({ goal: event.currentTarget.checked })}
      />
      <NumberInput
        size="sm"
        label={text('tag.wall')}
        description={text('tag.wallHint')}
        min={0}
        max={50}
        hideControls
        value={choices.wall}
        onChange={(wall) => choose({ wall: typeof wall === 'number' ? wall : 0 })}
      />
      <Title order={3} size="h5" mt="sm">
        {text('tag.advanced')}
      </Title>
      <Switch
        label={text('tag.waits')}
        description={text('tag.waitsHint')}
        checked={choices.waits}
        onChange={(event) => choose({ waits: event.currentTarget.checked })}
      />
      <Switch
        label={text('tag.host')}
        description={text('tag.hostHint')}
        checked={choices.namesServer}
        onChange={(event) => choose({ namesServer: event.currentTarget.checked })}
      />
      <TextInput
        size="sm"
        label={text('tag.src')}
        description={text('tag.srcHint')}
        error={choices.src.trim() !== '' && !isFileAddress(choices.src.trim()) && text('tag.srcFault')}
        value={choices.src}
        onChange={(event) => choose({ src: event.currentTarget.value })}
      />
    </Stack>
  );
}

interface PageRulesProps {
  readonly hosted: boolean;
  /** The rule for the site's own style sheet, for sites that forbid style attributes. */
  readonly height: number;
}

/** The exact headers that a page with a strict policy needs. */
export function PageRules({ hosted, height }: PageRulesProps) {
  const text = useText();
  const { host } = useBackend();
  const page = { host, pay: hosted ? 'hosted' : 'in-page' } as const;
  const permissions = permissionsLine(page);
  return (
    <Panel id="rules" heading={text('rules.heading')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {text('rules.about')}
        </Text>
        <CodeBlock code={`Content-Security-Policy: ${policyLine(page)}`} label={text('rules.policy')} />
        {permissions && (
          <CodeBlock code={`Permissions-Policy: ${permissions}`} label={text('rules.permissions')} />
        )}
        <Text size="sm" c="dimmed">
          {text('rules.styleAbout')}
        </Text>
        <CodeBlock
          code={`busker-card { display: block${height > 0 ? `; min-height: ${height}px` : ''} }`}
          label={text('rules.style')}
        />
      </Stack>
    </Panel>
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

const LiveCard = later(async () => (await import('./live-card')).LiveCard);

export function EmbedScreen() {
  const text = useText();
  const live = usePublished();
  const profile = live.kind === 'ready' ? live.value : null;

  return (
    <Page title={text('embed.title')} lead={text('embed.lead')}>
      {live.kind === 'loading' && <PanelsSkeleton shape="columns" />}
      {live.kind === 'failed' && <FailureAlert failure={live.failure} onRetry={live.retry} />}
      {live.kind === 'ready' && !profile && (
        <Panel>
          <EmptyState
            picture={<LinksPicture />}
            title={text('publish.never')}
            text={text('embed.notPublished')}
            action={
              <Button component={Link} to="/profile">
                {text('embed.toProfile')}
              </Button>
            }
          />
        </Panel>
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
  const options = { host, now, choices, script };
  return (
    <>
      <TestMode />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Panel id="code" heading={text('embed.code')}>
            <CodeTabs profile={profile} options={options} />
          </Panel>
          <section className={styles.preview} aria-label={text('preview.heading')}>
            <Title order={2} mb="sm">
              {text('preview.heading')}
            </Title>
            <LoadBoundary>
              <Suspense fallback={<Skeleton height={280} radius="lg" />}>
                <LiveCard profile={profile} choices={choices} />
              </Suspense>
            </LoadBoundary>
            <Text size="xs" c="dimmed" mt="sm">
              {text('embed.previewCaption')}
            </Text>
          </section>
          <SiteCheck hosted={choices.hosted} />
          <PageRules hosted={choices.hosted} height={snippetHeight(profile, options)} />
          <Panel heading={text('embed.whatTitle')}>
            <List spacing="xs" icon={<IconCheck size={16} aria-hidden />} c="dimmed">
              <List.Item>{text('embed.whatLinks')}</List.Item>
              <List.Item>{text('embed.whatHeight')}</List.Item>
              <List.Item>{text('embed.whatPrivacy')}</List.Item>
              <List.Item>{text('embed.again')}</List.Item>
            </List>
          </Panel>
        </div>
        <Panel id="tag" heading={text('tag.heading')} note={text('tag.note')}>
          <Stack gap="sm">
            <TagControls choices={choices} onChoose={setChoices} />
            <ScriptSwitches script={script} onChoose={setScript} />
          </Stack>
        </Panel>
      </div>
    </>
  );
}
