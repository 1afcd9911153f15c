import { useSearchParams } from 'react-router';
import { unreachable } from '../../../core/base/result';
import { useText } from '../../messages/text';
import { moderationViews, type ModerationView } from '../../shared/navigation/moderation-views';
import { useReauthentication } from '../../shared/reauthentication/use-reauthentication';
import { Page } from '../../ui/page';
import { MailsView } from './mails-view';
import { ModerationTabs } from './moderation-tabs';
import { ObjectionsView } from './objections-view';
import { OwnersView } from './owners-view';
import { ReportsView } from './reports-view';
import { useModeration, type Run } from './use-asked';

/** Reports, owners, objections and mails, for the people who moderate this host. The address of the screen contains what is open. */
export function ModerationScreen() {
  const text = useText();
  const { run, dialog } = useReauthentication();
  const moderate = useModeration(run);
  const [query] = useSearchParams();
  const view = moderationViews.find(({ name }) => name === query.get('view'))?.name ?? 'reports';
  return (
    <Page title={text('moderation.title')} lead={text(`moderation.lead.${view}`)}>
      <ModerationTabs view={view} />
      <View key={view} view={view} run={moderate} />
      {dialog}
    </Page>
  );
}

function View({ view, run }: { readonly view: ModerationView; readonly run: Run }) {
  switch (view) {
    case 'reports':
      return <ReportsView run={run} />;
    case 'owners':
      return <OwnersView run={run} />;
    case 'objections':
      return <ObjectionsView run={run} />;
    case 'mails':
      return <MailsView run={run} />;
    default:
      return unreachable(view);
  }
}
