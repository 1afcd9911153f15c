import { NumberInput, Switch } from '@mantine/core';
import { maxShownSupporters } from '../../../core/profile/draft';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import styles from './payments.module.css';

/** Whether the page and the cards show the goal. */
export function GoalPlaces() {
  const text = useText();
  const { draft, edit } = useDraft();
  const { pageGoal, cardGoal } = draft.arrangement;
  return (
    <>
      <Switch
        label={text('shown.pageGoal')}
        checked={pageGoal}
        onChange={(event) => edit(setField(['arrangement', 'pageGoal'], event.currentTarget.checked))}
      />
      <Switch
        label={text('shown.cardGoal')}
        description={text('shown.cardGoalHint')}
        checked={cardGoal}
        onChange={(event) => edit(setField(['arrangement', 'cardGoal'], event.currentTarget.checked))}
      />
    </>
  );
}

/** How many supporters the page and the cards show. */
export function WallPlaces() {
  const text = useText();
  return (
    <div className={styles.pair}>
      <Supporters field="pageWall" label={text('shown.pageWall')} />
      <Supporters field="cardWall" label={text('shown.cardWall')} hint={text('shown.cardWallHint')} />
    </div>
  );
}

interface SupportersProps {
  readonly field: 'pageWall' | 'cardWall';
  readonly label: string;
  readonly hint?: string;
}

function Supporters({ field, label, hint }: SupportersProps) {
  const { draft, type } = useDraft();
  return (
    <NumberInput
      label={label}
      description={hint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      min={0}
      max={maxShownSupporters}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      value={draft.arrangement[field]}
      onChange={(count) => type(setField(['arrangement', field], typeof count === 'number' ? count : 0))}
    />
  );
}
