import { Button, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';
import { focusFault, useTooLong } from '../../ui/too-long';
import { Loaded } from './loaded';
import { OwnerPage } from './owner-page';
import { useAsked, type Run } from './use-asked';

/** Finds an owner, and shows the one in the address. */
export function OwnersView({ run }: { readonly run: Run }) {
  const [query, setQuery] = useSearchParams();
  const who = query.get('who');
  return (
    <>
      <FindForm
        key={`find ${who ?? ''}`}
        found={who ?? ''}
        onFind={(named) => setQuery({ view: 'owners', who: named })}
      />
      {who !== null && <FoundOwner key={who} who={who} run={run} />}
    </>
  );
}

/** The server reads no longer name, in UTF-16 units. */
const longestWho = 200;

interface FindFormProps {
  readonly found: string;
  readonly onFind: (named: string) => void;
}

function FindForm({ found, onFind }: FindFormProps) {
  const text = useText();
  const [typed, setTyped] = useState(found);
  const fault = useTooLong()(typed.trim(), longestWho, ({ length }) => length);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (fault !== null) return focusFault(event.currentTarget);
    if (typed.trim() !== '') onFind(typed.trim());
  };
  return (
    <Panel heading={text('moderation.find')}>
      <form onSubmit={submit} role="search">
        <Stack gap="sm" align="flex-start">
          <TextInput
            w="100%"
            label={text('moderation.who')}
            description={text('moderation.whoNote')}
            error={fault}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit">{text('moderation.doFind')}</Button>
        </Stack>
      </form>
    </Panel>
  );
}

function FoundOwner({ who, run }: { readonly who: string; readonly run: Run }) {
  const { asked, again } = useAsked(['owner', who], run, (moderation) => moderation.owner(who));
  return (
    <Loaded asked={asked} again={again}>
      {(owner) => <OwnerPage owner={owner} run={run} onChanged={again} />}
    </Loaded>
  );
}
