import { useSearchParams } from 'react-router';
import { useText } from '../../messages/text';
import { Trouble } from '../../ui/failure-alert';
import { useToast } from '../../ui/toast';
import { Loaded } from './loaded';
import { OneReport } from './one-report';
import { ReportList } from './report-list';
import { useAsked, type Run } from './use-asked';
import { ViewBar } from './view-bar';

/** The reports that wait, or the one whose number is in the address. */
export function ReportsView({ run }: { readonly run: Run }) {
  const text = useText();
  const { notify } = useToast();
  const { asked, again } = useAsked(['reports'], run, (moderation) => moderation.reports());
  const [query, setQuery] = useSearchParams();
  const id = query.get('report');
  const back = () => {
    setQuery({});
    again();
  };
  return (
    <>
      <ViewBar onBack={id === null ? null : back} onAgain={again} />
      <Loaded asked={asked} again={again}>
        {({ role, reports }) => {
          if (id === null) return <ReportList reports={reports} />;
          const report = reports.find((each) => each.id === id);
          if (report === undefined) return <Trouble says={text('moderation.gone')} />;
          const onDecided = () => {
            notify(text('moderation.done'));
            back();
          };
          return <OneReport key={id} report={report} role={role} run={run} onDecided={onDecided} />;
        }}
      </Loaded>
    </>
  );
}
