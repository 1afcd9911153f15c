import { NumberInput, Stack, Switch, TextInput, Textarea } from '@mantine/core';
import { useIntl } from 'react-intl';
import { tipAmounts } from '@busker/core/amounts/amount-limits';
import { estimateFee, feeRule } from '@busker/core/fees/fees';
import { formatMoney, type Currency } from '@busker/core/money/money';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import { maxGoalLabelLength, maxShownSupporters, maxThanksLength } from '@busker/core/profile/draft';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useText } from '../../messages/text';
import { loaded, usePublished } from '../../session/owner-documents';
import { AmountField } from '../../form/amount-field';
import { Counter } from '../../form/text-length';
import { Panel } from '../../panel/panel';
import {
  ChangedCurrency,
  PlannedCurrency,
  ReachedGoal,
  useAmountEdits,
  useAmountsCurrency,
  useEarlierCurrency,
} from './changed-currency';
import styles from './payments.module.css';

/** Whether the page and the cards show the goal. */
function GoalPlaces() {
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
function WallPlaces() {
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

/** The cost of an undone tip, with figures where the fee is known. */
function useUndoCost(payments: PaymentsState | null): string {
  const text = useText();
  const { locale } = useIntl();
  const { draft } = useDraft();
  const currency = payments?.currency;
  const rule = currency ? feeRule(payments.feesCountry ?? payments.country, currency) : null;
  if (!currency || !rule) return text('thanks.undoUnknown');
  const tip = tipAmounts(currency, draft.tips).presets[0] ?? 0;
  const format = (minorUnits: number) => formatMoney({ minorUnits, currency }, locale);
  return text('thanks.undoHint', { tip: format(tip), fee: format(estimateFee(tip, rule)) });
}

export function ThanksPanel({ payments }: { readonly payments: PaymentsState | null }) {
  const text = useText();
  const { draft, problems, edit, type } = useDraft();
  const { tips } = draft;
  const undoCost = useUndoCost(payments);
  return (
    <Panel id="thanks" heading={text('thanks.heading')}>
      <Stack gap="lg">
        <Textarea
          id="field-tips-thanks"
          label={text('thanks.text')}
          description={
            <>
              {text('thanks.hint')} <Counter text={tips.thanks} max={maxThanksLength} />
            </>
          }
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          placeholder={text('thanks.placeholder')}
          autosize
          minRows={2}
          maxRows={6}
          value={tips.thanks}
          error={problems['tips.thanks']}
          onChange={(event) => type(setField(['tips', 'thanks'], event.currentTarget.value))}
        />
        <Switch
          label={text('thanks.undo')}
          description={undoCost}
          checked={tips.undo}
          onChange={(event) => edit(setField(['tips', 'undo'], event.currentTarget.checked))}
        />
      </Stack>
    </Panel>
  );
}

export function WallPanel() {
  const text = useText();
  const { draft, edit } = useDraft();
  const { showWall, hideAmounts } = draft.tips;
  return (
    <Panel id="wall" heading={text('wall.heading')}>
      <Stack gap="lg">
        <Switch
          label={text('thanks.wall')}
          description={text('thanks.wallHint')}
          checked={showWall}
          onChange={(event) => edit(setField(['tips', 'showWall'], event.currentTarget.checked))}
        />
        {showWall && <WallPlaces />}
        {showWall && (
          <Switch
            label={text('wall.hideAmounts')}
            description={text('wall.hideAmountsHint')}
            checked={hideAmounts}
            onChange={(event) => edit(setField(['tips', 'hideAmounts'], event.currentTarget.checked))}
          />
        )}
      </Stack>
    </Panel>
  );
}

export function GoalPanel({ payments }: { readonly payments: PaymentsState | null }) {
  const text = useText();
  const currency = useAmountsCurrency(payments);
  const earlier = useEarlierCurrency(currency);
  return (
    <Panel id="goal" heading={text('goal.heading')}>
      <Stack gap="lg">
        {!payments?.currency && <PlannedCurrency />}
        {currency && earlier && <ChangedCurrency currency={currency} earlier={earlier} />}
        {currency && !earlier && (
          <>
            <ReachedGoal currency={currency} />
            <Goal currency={currency} />
          </>
        )}
      </Stack>
    </Panel>
  );
}

function Goal({ currency }: { readonly currency: Currency }) {
  const text = useText();
  const { draft, problems } = useDraft();
  const { edit, type } = useAmountEdits(currency);
  const { goal } = draft.tips;
  // A goal that ended with its currency, or was switched off by mistake, keeps its name.
  const before = loaded(usePublished())?.tips.goal?.label;
  const first = { label: before ?? '', amount: tipAmounts(currency, draft.tips).limits.min * 100 };
  return (
    <>
      <Switch
        label={text('goal.on')}
        description={text('goal.onHint')}
        checked={goal !== null}
        onChange={(event) => edit(setField(['tips', 'goal'], event.currentTarget.checked ? first : null))}
      />
      {goal && <GoalPlaces />}
      {goal && (
        <div className={styles.pair}>
          <TextInput
            id="field-tips-goal-label"
            label={text('goal.label')}
            placeholder={text('goal.placeholder')}
            description={
              <>
                {text('goal.labelHint')} <Counter text={goal.label} max={maxGoalLabelLength} />
              </>
            }
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            value={goal.label}
            error={problems['tips.goal.label']}
            onChange={(event) =>
              type(setField(['tips', 'goal'], { ...goal, label: event.currentTarget.value }))
            }
          />
          <AmountField
            label={text('goal.amount')}
            currency={currency}
            value={goal.amount}
            error={problems['tips.goal.amount']}
            check={(amount) => (amount < 1 ? text('amounts.wrong.empty') : null)}
            onChange={(amount) => amount !== null && type(setField(['tips', 'goal'], { ...goal, amount }))}
          />
        </div>
      )}
    </>
  );
}
