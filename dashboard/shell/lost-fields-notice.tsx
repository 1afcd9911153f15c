import { Button, Group, Text } from '@mantine/core';
import IconArrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs';
import { useIntl } from 'react-intl';
import { useDraft } from '../draft/draft-provider';
import type { LostField } from '../draft/lost-fields';
import { useText } from '../messages/text';
import { lostName, lostValue } from './lost-words';
import styles from './shell.module.css';

function headingOf({ late }: LostField, gone: boolean) {
  if (late) return gone ? 'lost.headingLateRemoved' : 'lost.headingLate';
  return gone ? 'lost.headingRemoved' : 'lost.heading';
}

/** Another tab overwrote a field of this one, or an edit was too late: shows both values and the choice. */
export function LostFieldsNotice() {
  const text = useText();
  const { formatDate } = useIntl();
  const { lost, takeBack, letGo } = useDraft();
  const date = (at: number) => formatDate(at, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <div role="status">
      {lost.map((field) => {
        const name = lostName(field, text);
        const gone = field.theirs === undefined && field.link !== null;
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
    </div>
  );
}
