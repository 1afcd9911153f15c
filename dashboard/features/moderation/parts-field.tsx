import { Checkbox, Stack } from '@mantine/core';
import useSWR from 'swr';
import { isLimitedPart, type LimitedPart } from '../../../core/profile/standing';
import { useText } from '../../messages/text';
import { useBackend } from '../../shared/use-backend';
import { FailureAlert } from '../../ui/failure-alert';

interface PartsFieldProps {
  /** The owner of the page; null = not known, so its links cannot be listed. */
  readonly uid: string | null;
  readonly parts: readonly LimitedPart[];
  readonly error: string | null;
  readonly onChange: (parts: readonly LimitedPart[]) => void;
}

/** The parts of a page that a moderator can take away: the picture, the bio, and each published link. */
export function PartsField({ uid, parts, error, onChange }: PartsFieldProps) {
  const text = useText();
  const backend = useBackend();
  const { data, mutate } = useSWR(
    uid === null ? null : ['moderated-links', uid],
    async ([, owner]) => (await backend.openModeration()).owner(owner),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  return (
    <Stack gap={8}>
      <Checkbox.Group
        label={text('moderation.parts')}
        error={error}
        value={[...parts]}
        onChange={(values) => onChange(values.filter(isLimitedPart))}
      >
        <Stack gap={8} mt={6}>
          <Checkbox value="picture" label={text('moderation.part.picture')} />
          <Checkbox value="bio" label={text('moderation.part.bio')} />
          {data?.ok === true &&
            data.value.links.map(({ part, label, url }) => (
              <Checkbox key={part} value={part} label={text('moderation.part.link', { label, url })} />
            ))}
        </Stack>
      </Checkbox.Group>
      {data?.ok === false && <FailureAlert failure={data.problem} onRetry={() => void mutate()} />}
    </Stack>
  );
}
