import { VisuallyHidden } from '@mantine/core';
import { maxLinks } from '../../../core/profile/link';
import { inOrder } from '../../../core/profile/public-view';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { EmptyState } from '../../ui/empty-state';
import { LinksPicture } from '../../ui/illustrations';
import { Panel } from '../../ui/panel';
import { AddLink } from './add-link';
import { usePublished } from '../../data/owner-documents';
import { LinkTools } from './link-tools';
import { LinkList } from './link-list';

export function LinksPanel() {
  const text = useText();
  const { draft, problems } = useDraft();
  const live = usePublished();
  const handle = live.kind === 'ready' ? (live.value?.handle ?? null) : null;
  const links = inOrder(draft.links);
  return (
    <Panel id="links" heading={text('links.heading')} note={text('links.count', { count: links.length })}>
      {links.length < maxLinks ? <AddLink /> : <p>{text('links.full', { max: maxLinks })}</p>}
      {problems.links && <p role="alert">{problems.links}</p>}
      {links.length === 0 ? (
        <EmptyState
          picture={<LinksPicture />}
          title={text('links.emptyTitle')}
          text={text('links.emptyText')}
        />
      ) : (
        <LinkList links={links} />
      )}
      <LinkTools handle={handle} />
      <VisuallyHidden id="link-drag-help">{text('links.dragHelp')}</VisuallyHidden>
    </Panel>
  );
}
