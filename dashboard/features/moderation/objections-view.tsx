import { useSearchParams } from 'react-router';
import { useText } from '../../messages/text';
import { Trouble } from '../../ui/failure-alert';
import { useToast } from '../../ui/toast';
import { Loaded } from './loaded';
import { ObjectionList } from './objection-list';
import { OneObjection } from './one-objection';
import { useAsked, type Run } from './use-asked';
import { ViewBar } from './view-bar';

/** The objections, or the one whose id is in the address. */
export function ObjectionsView({ run }: { readonly run: Run }) {
  const text = useText();
  const { notify } = useToast();
  const { asked, again } = useAsked(['objections'], run, (moderation) => moderation.objections());
  const [query, setQuery] = useSearchParams();
  const id = query.get('objection');
  const back = () => {
    setQuery({ view: 'objections' });
    again();
  };
  return (
    <>
      <ViewBar onBack={id === null ? null : back} onAgain={again} />
      <Loaded asked={asked} again={again}>
        {({ objections }) => {
          if (id === null) return <ObjectionList objections={objections} />;
          const objection = objections.find((each) => each.id === id);
          if (objection === undefined) return <Trouble says={text('moderation.objectionGone')} />;
          const onAnswered = () => {
            notify(text('moderation.answered'));
            back();
          };
          return <OneObjection key={id} objection={objection} run={run} onAnswered={onAnswered} />;
        }}
      </Loaded>
    </>
  );
}
