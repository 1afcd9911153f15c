import { Checkbox, Stack } from '@mantine/core';
import type { OwnerCase } from '../../../core/api/moderation-api';
import { isLimitedPart, type LimitedPart } from '../../../core/profile/standing';
import { useText } from '../../messages/text';
import { FailureAlert } from '../../ui/failure-alert';
import { useAsked, type Run } from './use-asked';

interface PartsFieldProps {
  readonly links: OwnerCase['links'];
  readonly parts: readonly LimitedPart[];
  readonly error: string | null;
  readonly onChange: (parts: readonly LimitedPart[]) => void;
}

/** The parts of a page that a moderator can take away: the picture, the bio, and each published link. */
export function PartsField({ links, parts, error, onChange }: PartsFieldProps) {
  const text = useText();
  return (
    <Checkbox.Group
      label={text('moderation.parts')}
      error={error}
      value={[...parts]}
      onChange={(values) => onChange(values.filter(isLimitedPart))}
    >
      <Stack gap={8} mt={6}>
        <Checkbox value="picture" label={text('moderation.part.picture')} />
        <Checkbox value="bio" label={text('moderation.part.bio')} />
        {links.map(({ part, label, url }) => (
          <Checkbox key={part} value={part} label={text('moderation.part.link', { label, url })} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

interface PartsOfProps extends Omit<PartsFieldProps, 'links'> {
  readonly uid: string;
  readonly run: Run;
}

/** The same for an owner whose links have to be loaded. */
export function PartsOf({ uid, run, ...field }: PartsOfProps) {
  const { asked, again } = useAsked(['owner', uid], run, (moderation) => moderation.owner(uid));
  return (
    <Stack gap={8}>
      <PartsField {...field} links={asked.kind === 'ready' ? asked.value.links : []} />
      {asked.kind === 'failed' && <FailureAlert failure={asked.failure} onRetry={again} />}
    </Stack>
  );
}
