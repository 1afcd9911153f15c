import type { OwnerCase } from '../../../core/api/moderation-api';
import { useText } from '../../messages/text';
import type { WantedAct } from '../../data/moderation';
import { ActForm } from './act-form';
import { Confirmed } from './confirmed';
import type { Run } from './use-asked';

interface ActProps {
  readonly owner: OwnerCase;
  readonly run: Run;
  readonly onDone: () => void;
}

/** An act on a page without a report: the form, then the confirmation. */
export function Act({ owner, run, onDone }: ActProps) {
  const text = useText();
  const page = owner.handle ?? owner.uid;
  const stops = (verb: WantedAct['verb']) =>
    (verb === 'suspend' || verb === 'close') && owner.openPayments > 0;
  return (
    <Confirmed<WantedAct>
      consequences={({ verb }) => ({
        heading: text(`moderation.verb.${verb}`),
        lines: [
          text(`moderation.willAct.${verb}`, { page }),
          ...(stops(verb) ? [text('moderation.endsPayments', { count: owner.openPayments })] : []),
          text('moderation.actMails'),
        ],
        isHarmless: verb === 'restore',
      })}
      act={(wanted) => run((moderation) => moderation.act(wanted))}
      onDone={onDone}
    >
      {(onWanted) => <ActForm owner={owner} onWanted={onWanted} />}
    </Confirmed>
  );
}
