import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useMemo, type ReactNode } from 'react';
import type { Tip } from '../../../core/tip/tip';
import { useText } from '../../messages/text';
import { everything, isNarrow, placeOf, stateFilters, type StateFilter, type TipFilter } from './tip-filter';
import styles from './tip-tools.module.css';

const isState = (given: string): given is StateFilter => (stateFilters as readonly string[]).includes(given);

interface TipFiltersProps {
  readonly filter: TipFilter;
  readonly onFilter: (filter: TipFilter) => void;
  readonly tips: readonly Tip[];
  readonly shown: number;
  /** Older tips are still being searched. */
  readonly searching: boolean;
  readonly actions: ReactNode;
}

export function TipFilters({ filter, onFilter, tips, shown, searching, actions }: TipFiltersProps) {
  const text = useText();
  const places = useMemo(
    () => [...new Set([...tips.map(placeOf), filter.placement])].filter(Boolean).toSorted(),
    [tips, filter.placement],
  );
  const change = (part: Partial<TipFilter>) => onFilter({ ...filter, ...part });
  const narrow = isNarrow(filter);
  return (
    <search>
      <div className={styles.tools}>
        <TextInput
          type="search"
          size="sm"
          label={text('tips.search')}
          placeholder={text('tips.searchHint')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={filter.search}
          onChange={(event) => change({ search: event.currentTarget.value })}
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
        <TextInput
          size="sm"
          type="date"
          label={text('tips.from')}
          value={filter.from}
          max={filter.until || undefined}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextInput
          size="sm"
          type="date"
          label={text('tips.until')}
          value={filter.until}
          min={filter.from || undefined}
          onChange={(event) => change({ until: event.currentTarget.value })}
        />
      </div>
      <div className={styles.under}>
        <Text size="sm" c="dimmed" role="status">
          {narrow && text('tips.found', { count: shown })}
          {narrow && searching && ` · ${text('tips.searching')}`}
          {narrow && (
            <Button size="compact-sm" variant="subtle" ml="xs" onClick={() => onFilter(everything)}>
              {text('tips.clear')}
            </Button>
          )}
        </Text>
        {actions}
      </div>
    </search>
  );
}
