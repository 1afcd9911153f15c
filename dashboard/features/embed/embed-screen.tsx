import { Alert, Button, List, Skeleton, Stack, Text, Title } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { StoredProfile } from '../../../core/profile/stored-profile';
import { usePayments, usePublished } from '../../data/owner-documents';
import { useText } from '../../messages/text';
import { EmptyState } from '../../ui/empty-state';
import { FailureAlert } from '../../ui/failure-alert';
import { LinksPicture } from '../../ui/illustrations';
import { Page } from '../../ui/page';
import { PanelsSkeleton } from '../../ui/page-skeleton';
import { Panel } from '../../ui/panel';
import { later } from '../../ui/later';
import { LoadBoundary } from '../../ui/load-boundary';
import { useBackend } from '../../data/session';
import { CodeTabs } from './code-tabs';
import { PageRules } from './page-rules';
import { ScriptSwitches } from './script-switches';
import { SiteCheck } from './site-check';
import { currentScript, snippetHeight, type ScriptChoice } from '../../shared/embed-code/snippet';
import { noChoices } from '../../shared/embed-code/tag-choices';
import { TagControls } from './tag-controls';
import styles from './embed.module.css';

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
