import { ActionIcon, Stack, Switch, TextInput, VisuallyHidden } from '@mantine/core';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs';
import { memo, useRef, useState } from 'react';
import type { DraftLink } from '../../../core/profile/link';
import { readableAddress } from '../../../core/profile/readable-address';
import { useText } from '../../messages/text';
import type { LinkHealth } from '../../../core/documents/link-health-document';
import { LinkExtras } from './link-extras';
import { LinkMarks } from './link-marks';
import { LinkMenu } from './link-menu';
import { LinkSign } from './link-sign';
import { SignField } from './sign-field';
import type { LinkVerbs } from './use-link-verbs';
import { readLink } from './read-link';
import styles from './profile.module.css';

interface LinkRowProps {
  readonly id: string;
  readonly link: DraftLink;
  /** Position in the list, from 0. */
  readonly at: number;
  readonly last: boolean;
  readonly verbs: LinkVerbs;
  readonly labelProblem: string | undefined;
  readonly urlProblem: string | undefined;
  readonly groupProblem: string | undefined;
  readonly untilProblem: string | undefined;
  readonly signProblem: string | undefined;
  /** URL of the link's own picture. */
  readonly picture: string | null;
  readonly verified: boolean;
  readonly health: LinkHealth | undefined;
}

export const LinkRow = memo(function LinkRow({
  id,
  link,
  at,
  last,
  verbs,
  labelProblem,
  urlProblem,
  groupProblem,
  untilProblem,
  signProblem,
  picture,
  verified,
  health,
}: LinkRowProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const nameButton = useRef<HTMLButtonElement>(null);
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id });
  const isRefused = [labelProblem, urlProblem, groupProblem, untilProblem, signProblem].some(
    (given) => given !== undefined,
  );
  const isOpen = open || isRefused;
  const name = link.label.trim() || readableAddress(link.url);
  const move = (address: string) => {
    verbs.readdress(id, address);
    // The pressed button disappears together with the problem.
    nameButton.current?.focus();
  };

  return (
    <li
      ref={setNodeRef}
      id={`link-${id}`}
      className={styles.link}
      data-off={!link.on || undefined}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className={styles.linkTop}>
        <ActionIcon
          className={styles.grip ?? ''}
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={text('links.drag', { label: name })}
        >
          <IconGripVertical size={17} aria-hidden />
        </ActionIcon>
        <LinkSign link={link} picture={picture} />
        <button
          ref={nameButton}
          type="button"
          className={styles.linkName}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <VisuallyHidden>{text('links.editShort')} </VisuallyHidden>
          <span className={styles.linkLabel} dir="auto">
            {name}
          </span>
          <span className={styles.linkUrl} dir="ltr">
            {readableAddress(link.url)}
          </span>
        </button>
        <Switch
          checked={link.on}
          onChange={(event) => verbs.show(id, event.currentTarget.checked)}
          aria-label={text('links.on', { label: name })}
        />
        <LinkMenu id={id} link={link} at={at} last={last} verbs={verbs} onEdit={() => setOpen(true)} />
      </div>
      <LinkMarks link={link} verified={verified} health={health} name={name} onMove={move} />
      {isOpen && (
        <Stack gap="sm" className={styles.linkForm ?? ''}>
          <TextInput
            size="sm"
            label={text('links.label')}
            value={link.label}
            error={labelProblem}
            data-autofocus
            onChange={(event) => verbs.label(id, event.currentTarget.value)}
          />
          <TextInput
            size="sm"
            label={text('links.url')}
            inputMode="url"
            spellCheck={false}
            value={link.url}
            error={urlProblem}
            onChange={(event) => verbs.url(id, event.currentTarget.value)}
            onBlur={() => {
              // What is not understood stays as it is: completed, it would be published and lead nowhere.
              const read = readLink(link.url);
              if (read.kind === 'url' && read.url !== link.url) verbs.url(id, read.url);
            }}
          />
          <SignField id={id} link={link} picture={picture} verbs={verbs} problem={signProblem} />
          <LinkExtras
            id={id}
            link={link}
            verbs={verbs}
            groupProblem={groupProblem}
            untilProblem={untilProblem}
          />
        </Stack>
      )}
    </li>
  );
});
