import { Stack, Text } from '@mantine/core';
import type { PublicProfile } from '../../../core/profile/public-profile';
import { CardPreview } from '../../../widget/index';
import { useText } from '../../messages/text';
import { embedFolder } from '../../shared/embed-folder';
import { useBackend } from '../../data/session';
import { Dialog } from '../../ui/dialog';
import type { Run } from './use-asked';
import { useWithheldPictures } from './use-withheld-pictures';

interface CardDialogProps {
  readonly card: PublicProfile;
  readonly run: Run;
  readonly onClose: () => void;
}

/** The real card as the owner published it, also while it is hidden. Its tip sheet charges nobody. */
export function CardDialog({ card, run, onClose }: CardDialogProps) {
  const text = useText();
  const { host } = useBackend();
  const urlOf = useWithheldPictures(card, run);
  const links = card.links.map((link) => ({ ...link, picture: urlOf(link.picture) }));
  return (
    <Dialog open onClose={onClose} title={text('moderation.lookTitle', { handle: card.handle })}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {text('moderation.lookNote')}
        </Text>
        <CardPreview
          profile={{ ...card, picture: urlOf(card.picture), links }}
          host={host}
          assets={embedFolder}
        />
      </Stack>
    </Dialog>
  );
}
