import type { MonthlyTerms } from '../../core/api/monthly-api';
import type { Every } from '../tip/tip-form';
import { Choices } from './choices';

interface Props {
  /** Null until the session is there: the row has its place already, so that no amount moves under a finger. */
  readonly monthly: MonthlyTerms | null;
  readonly periods: readonly Every[];
  readonly chosen: Every;
  readonly onChoose: (every: Every) => void;
}

/** A space that keeps the height of its line. */
const blank = '\u00a0';

/** Once, or in each period that the owner offers. Nothing but the fan's own choice is ever another than once. */
export const HowOften = ({ monthly, periods, chosen, onChoose }: Props) => (
  <fieldset className="amounts" disabled={!monthly}>
    <legend className="field-label">{monthly?.labels.question ?? blank}</legend>
    <Choices<Every>
      choices={[
        { value: 'once', label: monthly?.labels.once ?? blank },
        ...periods.map((value) => ({
          value,
          label: monthly?.offers.find(({ every }) => every === value)?.label ?? blank,
        })),
      ]}
      chosen={chosen}
      onChoose={onChoose}
    />
  </fieldset>
);
