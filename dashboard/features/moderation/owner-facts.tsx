import { Anchor, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { OwnerCase } from '../../../core/api/moderation-api';
import { useText } from '../../messages/text';
import { useBackend } from '../../data/session';
import { Panel } from '../../ui/panel';
import { CardDialog } from './card-dialog';
import { FactList, type Fact } from './fact-list';
import type { Run } from './use-asked';

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
          <Button variant="default" onClick={() => setLooking(true)}>
            {text('moderation.look')}
          </Button>
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
