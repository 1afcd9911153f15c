import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useMemo } from 'react';
import { linkPictures } from '../../../core/profile/draft';
import type { DraftLink } from '../../../core/profile/link';
import { useDraft } from '../../draft/draft-provider';
import { usePublished, useLinkHealth } from '../../data/owner-documents';
import { usePictureUrls } from '../../draft/use-picture-urls';
import { useText } from '../../messages/text';
import { LinkRow } from './link-row';
import { useLinkVerbs } from './use-link-verbs';
import styles from './profile.module.css';

type SortedLinks = readonly (readonly [id: string, link: DraftLink])[];

/** dnd-kit's own announcements are in English and use ids. */
function useAnnouncements(links: SortedLinks): Announcements {
  const text = useText();
  return useMemo(() => {
    const where = (id: string | number) => {
      const at = links.findIndex(([other]) => other === id);
      return { label: links[at]?.[1].label ?? '', place: at + 1 };
    };
    const count = links.length;
    return {
      onDragStart: ({ active }) => text('links.picked', { ...where(active.id), count }),
      onDragOver: ({ active, over }) => {
        if (!over) return undefined;
        // dnd-kit reports "over itself" directly after picking up, which would interrupt the instructions.
        if (over.id === active.id) return text('links.picked', { ...where(active.id), count });
        return text('links.over', { label: where(active.id).label, place: where(over.id).place, count });
      },
      onDragEnd: ({ active, over }) =>
        text('links.dropped', {
          label: where(active.id).label,
          place: where((over ?? active).id).place,
          count,
        }),
      onDragCancel: ({ active }) => text('links.cancelled', where(active.id)),
    };
  }, [links, text]);
}

export function LinkList({ links }: { readonly links: SortedLinks }) {
  const text = useText();
  const { draft, problems } = useDraft();
  const live = usePublished();
  const verified = live.kind === 'ready' ? (live.value?.verifiedUrls ?? []) : [];
  const urlOf = usePictureUrls(linkPictures(draft.links), live.kind === 'ready' ? live.value : null);
  const health = useLinkHealth();
  const verbs = useLinkVerbs();
  const announcements = useAnnouncements(links);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = links.map(([id]) => id);

  const drop = ({ active, over }: DragEndEvent) => {
    const to = over ? ids.indexOf(String(over.id)) : -1;
    if (to >= 0) verbs.move(String(active.id), to, 'quiet');
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: text('links.dragHelp') } }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul className={styles.links} aria-label={text('links.heading')}>
          {links.map(([id, link], at) => (
            <LinkRow
              key={id}
              id={id}
              link={link}
              at={at}
              last={at === links.length - 1}
              verbs={verbs}
              labelProblem={problems[`links.${id}.label`]}
              urlProblem={problems[`links.${id}.url`] ?? problems[`links.${id}`]}
              groupProblem={problems[`links.${id}.group`]}
              untilProblem={problems[`links.${id}.until`]}
              signProblem={problems[`links.${id}.sign`]}
              picture={link.sign?.kind === 'picture' ? urlOf(link.sign) : null}
              verified={verified.includes(link.url)}
              health={health[id]}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}
