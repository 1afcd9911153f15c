import { Button, Group, Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { IconArrowsExchange } from '../icons/screen-icons';
import { editedFields, isListed } from '../draft/draft-edit';
import { useDraft } from '../draft/draft-provider';
import type { LostField } from '../draft/unsent-edits';
import { useText, type Say } from '../messages/text';
import styles from './shell.module.css';

/** The field's name, as in the list of unpublished changes. */
function lostName({ path, entry, kind }: LostField, text: Say): string {
  const known = editedFields.find((field) => field === path[0]);
  if (kind) return `${text('field.blocks')}: ${entry?.trim() || text(`blocks.kind.${kind}`)}`;
  return known ? text(`field.${known}`) : text('lost.link', { label: entry ?? '' });
}

/** A value as text; null = it has none (a number, a list of amounts), and the field's name must do. */
function lostValue(
  path: readonly string[],
  value: unknown,
  text: Say,
  date: (at: number) => string,
): string | null {
  const isTime = isListed(path[0]) && (path.at(-1) === 'from' || path.at(-1) === 'until');
  if (value === undefined) return text('lost.removed');
  if (isTime) return typeof value === 'number' ? date(value) : text('lost.empty');
  if (value === null || value === '') return text('lost.empty');
  if (path.at(-1) === 'on') return text(value === true ? 'lost.on' : 'lost.off');
  return typeof value === 'string' ? value : null;
}

function headingOf({ late }: LostField, gone: boolean) {
  if (late) return gone ? 'lost.headingLateRemoved' : 'lost.headingLate';
  return gone ? 'lost.headingRemoved' : 'lost.heading';
}

/** Both values of each such field, and the choice. */
export function LostFields() {
  const text = useText();
  const { formatDate } = useIntl();
  const { lost, takeBack, letGo } = useDraft();
  const date = (at: number) => formatDate(at, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      {lost.map((field) => {
        const name = lostName(field, text);
        const gone = field.theirs === undefined && field.entry !== null;
        const heading = text(headingOf(field, gone), { name });
        const mine = lostValue(field.path, field.mine, text, date);
        const theirs = lostValue(field.path, field.theirs, text, date);
        return (
          <section key={field.path.join('.')} className={styles.strip} aria-label={heading}>
            <IconArrowsExchange size={18} aria-hidden />
            <div className={styles.lost}>
              <b>{heading}</b>
              {!gone && mine !== null && theirs !== null && (
                <dl>
                  <dt>{text('lost.mine')}</dt>
                  <Text component="dd" lineClamp={3}>
                    {mine}
                  </Text>
                  <dt>{text('lost.theirs')}</dt>
                  <Text component="dd" lineClamp={3}>
                    {theirs}
                  </Text>
                </dl>
              )}
            </div>
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={() => letGo(field)}>
                {text(gone ? 'lost.keepRemoved' : 'lost.keep')}
              </Button>
              <Button size="xs" onClick={() => takeBack(field)}>
                {text(gone ? 'lost.bringBack' : 'lost.takeBack')}
              </Button>
            </Group>
          </section>
        );
      })}
    </>
  );
}
