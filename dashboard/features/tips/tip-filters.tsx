import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useId, useMemo, useState, type ReactNode } from 'react';
import type { Tip } from '../../../core/tip/tip';
import { longestSearch, placeOf, stateFilters, type TipFilter } from '../../../core/tip/tip-filter';
import { useText } from '../../messages/text';
import { useTooLong } from '../../ui/too-long';
import { PeriodFields } from './period-fields';
import { countFilters, isNarrow, isState, receivedTips } from './tip-filter';
import styles from './tip-tools.module.css';

interface TipFiltersProps {
  readonly filter: TipFilter;
  readonly onFilter: (filter: TipFilter) => void;
  readonly tips: readonly Tip[];
  readonly shown: number;
  /** Older tips are still being searched. */
  readonly searching: boolean;
  readonly actions: ReactNode;
}

/**
 * What the owner has typed into a field whose value is part of the address. The address follows a moment later (the router changes it in a
 * transition of React), and a field that shows the address would lose what is typed meanwhile.
 */
function useTyped(inAddress: string) {
  const [at, setAt] = useState({ inAddress, typed: inAddress });
  // "Clear filters", or back and forward.
  if (at.inAddress !== inAddress) setAt({ inAddress, typed: inAddress });
  return { typed: at.typed, type: (typed: string) => setAt({ ...at, typed }) };
}

/** On a phone the fields are behind one button, so that the first tip is visible at once. */
export function TipFilters({ filter, onFilter, tips, shown, searching, actions }: TipFiltersProps) {
  const text = useText();
  const fields = useId();
  const [open, setOpen] = useState(false);
  const places = useMemo(
    () => [...new Set([...tips.map(placeOf), filter.placement])].filter(Boolean).toSorted(),
    [tips, filter.placement],
  );
  const change = (part: Partial<TipFilter>) => onFilter({ ...filter, ...part });
  const search = useTyped(filter.search);
  const tooLong = useTooLong();
  // The server counts UTF-16 units here. A longer text is no search: the list stays as it is.
  const faultOf = (typed: string) => tooLong(typed, longestSearch, ({ length }) => length);
  const narrow = isNarrow(filter);
  return (
    <search>
      <div id={fields} className={styles.tools} data-open={open || undefined}>
        <TextInput
          type="search"
          size="sm"
          label={text('tips.search')}
          placeholder={text('tips.searchHint')}
          leftSection={<IconSearch size={16} aria-hidden />}
          error={faultOf(search.typed)}
          value={search.typed}
          onChange={(event) => {
            search.type(event.currentTarget.value);
            if (faultOf(event.currentTarget.value) === null) change({ search: event.currentTarget.value });
          }}
        />
        <NativeSelect
          size="sm"
          label={text('tips.state')}
          value={filter.state}
          onChange={(event) =>
            isState(event.currentTarget.value) && change({ state: event.currentTarget.value })
          }
          data={stateFilters.map((value) => ({ value, label: text(`tips.state.${value}`) }))}
        />
        <NativeSelect
          size="sm"
          label={text('tips.place')}
          value={filter.placement}
          onChange={(event) => change({ placement: event.currentTarget.value })}
          data={[{ value: '', label: text('tips.everyPlace') }, ...places]}
        />
        <PeriodFields days={filter} onDays={({ from, until }) => change({ from, until })} />
      </div>
      <div className={styles.under}>
        <Button
          className={styles.fold ?? ''}
          size="xs"
          variant={narrow ? 'light' : 'default'}
          leftSection={<IconFilter size={15} aria-hidden />}
          aria-expanded={open}
          aria-controls={fields}
          onClick={() => setOpen(!open)}
        >
          {narrow ? text('tips.filtersActive', { count: countFilters(filter) }) : text('tips.filters')}
        </Button>
        <Text size="sm" c="dimmed" role="status" className={styles.found ?? ''}>
          {narrow && text('tips.found', { count: shown })}
          {narrow && searching && ` · ${text('tips.searching')}`}
          {narrow && (
            <Button size="compact-sm" variant="subtle" ms="xs" onClick={() => onFilter(receivedTips)}>
              {text('tips.clear')}
            </Button>
          )}
        </Text>
        {actions}
      </div>
    </search>
  );
}
