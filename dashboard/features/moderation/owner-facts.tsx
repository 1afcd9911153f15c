import { Anchor, Group, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import type { OwnerCase } from '@busker/core/dashboard-api/moderation-api';
import type { PublicProfile } from '@busker/core/profile/profile';
import { CardPreview } from '@busker/widget';
import { useBackend } from '../../session/session';
import { useText } from '../../messages/text';
import { embedFolder } from '../../data/config';
import { Dialog } from '../../dialog/dialog';
import { Panel } from '../../panel/panel';
import { FactList, type Fact, type Run } from './asked';
import { PlainButton } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';

/** URLs of the pictures of a card, which the host may not show to visitors. Null while a picture loads, and when it is gone. */
function useWithheldPictures(
  { picture, links }: PublicProfile,
  run: Run,
): (path: string | null) => string | null {
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>(new Map());
  const wanted = JSON.stringify([picture, ...links.map((link) => link.picture)].filter(Boolean));
  useEffect(() => {
    const made = new Map<string, string>();
    let left = false;
    const read = async (path: string) => {
      const answer = await run((moderation) => moderation.picture(path));
      if (left || !answer.ok) return;
      made.set(path, URL.createObjectURL(answer.value));
      setUrls(new Map(made));
    };
    // One after the other, so that one dialog asks to sign in again, not one for each picture.
    void (async () => {
      for (const path of JSON.parse(wanted) as readonly string[]) if (!left) await read(path);
    })();
    return () => {
      left = true;
      for (const url of made.values()) URL.revokeObjectURL(url);
    };
  }, [run, wanted]);
  return (path) => (path === null ? null : (urls.get(path) ?? null));
}

interface CardDialogProps {
  readonly card: PublicProfile;
  readonly run: Run;
  readonly onClose: () => void;
}

/** The real card as the owner published it, also while it is hidden. Its tip sheet charges nobody. */
function CardDialog({ card, run, onClose }: CardDialogProps) {
  const text = useText();
  const { host } = useBackend();
  const urlOf = useWithheldPictures(card, run);
  const links = card.links.map((link) => ({ ...link, picture: urlOf(link.picture) }));
  return (
    <Dialog open onClose={onClose} title={text('moderation.lookTitle', { handle: card.handle })}>
      <Stack gap="md">
        <Quiet>{text('moderation.lookNote')}</Quiet>
        <CardPreview
          profile={{ ...card, picture: urlOf(card.picture), links }}
          host={host}
          assets={embedFolder}
        />
      </Stack>
    </Dialog>
  );
}

const dateAndTime = { dateStyle: 'long', timeStyle: 'short' } as const;

/** Who the owner is, and what applies to the page now. */
export function OwnerFacts({ owner, run }: { readonly owner: OwnerCase; readonly run: Run }) {
  const text = useText();
  const { host } = useBackend();
  const { formatDate } = useIntl();
  const [looking, setLooking] = useState(false);
  const { uid, handle, card, aliases, restriction, openPayments, deletedAt } = owner;
  const restricted: readonly Fact[] =
    restriction === null
      ? []
      : [
          [text('moderation.since'), formatDate(restriction.since, dateAndTime)],
          [
            text('moderation.until'),
            restriction.until === null
              ? text('moderation.noEnd')
              : formatDate(restriction.until, dateAndTime),
          ],
          [text('moderation.by'), `${restriction.by} (${text(`moderation.role.${restriction.byRole}`)})`],
          [text('moderation.reason'), restriction.reason],
        ];
  const isShown = restriction === null || ['limited', 'payments-paused'].includes(restriction.state);
  return (
    <Panel heading={handle === null ? text('moderation.unpublished') : `@${handle}`} note={uid}>
      <FactList
        facts={[
          ...(card === null ? [] : [[text('moderation.name'), card.name] as const]),
          ...(aliases.length === 0 ? [] : [[text('moderation.aliases'), aliases.join(', ')] as const]),
          ...(deletedAt === null
            ? []
            : [[text('moderation.deleted'), formatDate(deletedAt, dateAndTime)] as const]),
          [text('moderation.standing'), text(`moderation.standing.${restriction?.state ?? 'good'}`)],
          ...restricted,
          [text('moderation.openPayments'), String(openPayments)],
        ]}
      />
      {card !== null && (
        <Group gap="md">
          <PlainButton onClick={() => setLooking(true)}>{text('moderation.look')}</PlainButton>
          {isShown && (
            <Anchor href={`${host}/@${encodeURIComponent(card.handle)}`} target="_blank" rel="noreferrer">
              {text('moderation.page')}
            </Anchor>
          )}
          {looking && <CardDialog card={card} run={run} onClose={() => setLooking(false)} />}
        </Group>
      )}
    </Panel>
  );
}
