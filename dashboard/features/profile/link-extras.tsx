import { TextInput } from '@mantine/core';
import type { DraftLink } from '../../../core/profile/link';
import { useText } from '../../messages/text';
import { fieldTime, timeOfField } from './link-times';
import type { LinkVerbs } from './use-link-verbs';
import styles from './profile.module.css';

interface LinkExtrasProps {
  readonly id: string;
  readonly link: DraftLink;
  readonly verbs: LinkVerbs;
  readonly groupProblem: string | undefined;
  readonly untilProblem: string | undefined;
}

/** A link's heading and times. */
export function LinkExtras({ id, link, verbs, groupProblem, untilProblem }: LinkExtrasProps) {
  const text = useText();
  const time = (field: 'from' | 'until', written: string) => {
    const at = timeOfField(written);
    if (at !== undefined) verbs.time(id, field, at);
  };
  return (
    <>
      <TextInput
        size="sm"
        label={text('links.group')}
        description={text('links.groupHint')}
        error={groupProblem}
        value={link.group ?? ''}
        onChange={(event) => verbs.group(id, event.currentTarget.value)}
      />
      <div className={styles.times}>
        <TextInput
          size="sm"
          type="datetime-local"
          label={text('links.from')}
          value={fieldTime(link.from)}
          onChange={(event) => time('from', event.currentTarget.value)}
        />
        <TextInput
          size="sm"
          type="datetime-local"
          label={text('links.untilField')}
          value={fieldTime(link.until)}
          error={untilProblem}
          onChange={(event) => time('until', event.currentTarget.value)}
        />
      </div>
    </>
  );
}
