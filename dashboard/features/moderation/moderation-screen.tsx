import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useText } from '../../messages/text';
import { useReauthentication } from '../../shared/reauthentication/use-reauthentication';
import { FailureAlert, Trouble } from '../../ui/failure-alert';
import { Page } from '../../ui/page';
import { PanelsSkeleton } from '../../ui/page-skeleton';
import { useToast } from '../../ui/toast';
import { OneReport } from './one-report';
import { ReportList } from './report-list';
import { useReports } from './use-reports';

/** Reports and their decisions, for the people who moderate this host. The address of the screen contains the id of the open report. */
export function ModerationScreen() {
  const text = useText();
  const { notify } = useToast();
  const { run, dialog } = useReauthentication();
  const { reports, again } = useReports(run);
  const [query, setQuery] = useSearchParams();
  const id = query.get('report');
  const report = reports.kind === 'ready' ? reports.answer.reports.find((each) => each.id === id) : undefined;
  const back = () => {
    setQuery({});
    again();
  };
  return (
    <Page
      title={text('moderation.title')}
      lead={text('moderation.lead')}
      actions={
        id === null ? (
          <Button variant="default" onClick={again}>
            {text('moderation.reload')}
          </Button>
        ) : (
          <Button variant="default" onClick={back}>
            {text('moderation.back')}
          </Button>
        )
      }
    >
      {reports.kind === 'loading' && <PanelsSkeleton />}
      {reports.kind === 'failed' && <FailureAlert failure={reports.failure} onRetry={again} />}
      {reports.kind === 'ready' && id === null && <ReportList reports={reports.answer.reports} />}
      {reports.kind === 'ready' && id !== null && report === undefined && (
        <Trouble says={text('moderation.gone')} />
      )}
      {reports.kind === 'ready' && report !== undefined && (
        <OneReport
          key={report.id}
          report={report}
          role={reports.answer.role}
          run={run}
          onDecided={() => {
            notify(text('moderation.done'));
            back();
          }}
        />
      )}
      {dialog}
    </Page>
  );
}
