import { Anchor, Button, List } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useState } from 'react';
import { Link } from 'react-router';
import { usePublished } from '../../draft/use-published';
import { useText } from '../../messages/text';
import { EmptyState } from '../../ui/empty-state';
import { FailureAlert } from '../../ui/failure-alert';
import { LinksPicture } from '../../ui/illustrations';
import { Page } from '../../ui/page';
import { PageSkeleton } from '../../ui/page-skeleton';
import { Panel } from '../../ui/panel';
import { useBackend } from '../../use-backend';
import { CodeBlock } from './code-block';
import { htmlSnippet } from './snippet';

export function EmbedScreen() {
  const text = useText();
  const { host } = useBackend();
  const live = usePublished();
  const [now] = useState(() => Date.now());
  if (live.kind === 'loading') return <PageSkeleton />;
  const profile = live.kind === 'ready' ? live.value : null;

  return (
    <Page title={text('embed.title')} lead={text('embed.lead')}>
      {live.kind === 'failed' && (
        <FailureAlert failure={live.failure} onRetry={() => window.location.reload()} />
      )}
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
      {profile && (
        <>
          <Panel heading={text('embed.html')}>
            <CodeBlock code={htmlSnippet(profile, { host, now })} label={text('embed.code')} />
          </Panel>
          <Panel heading={text('embed.whatTitle')}>
            <List spacing="xs" icon={<IconCheck size={16} aria-hidden />} c="dimmed">
              <List.Item>{text('embed.whatLinks')}</List.Item>
              <List.Item>{text('embed.whatHeight')}</List.Item>
              <List.Item>{text('embed.whatPrivacy')}</List.Item>
              <List.Item>{text('embed.again')}</List.Item>
            </List>
          </Panel>
          <Panel>
            {text('embed.publicPage')}{' '}
            <Anchor href={`${host}/@${profile.handle}`} target="_blank" rel="noreferrer">
              {`${host.replace(/^https?:\/\//, '')}/@${profile.handle}`}
            </Anchor>
          </Panel>
        </>
      )}
    </Page>
  );
}
