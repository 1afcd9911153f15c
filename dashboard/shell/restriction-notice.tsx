import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs';
import { useIntl } from 'react-intl';
import type { OwnRestriction } from '../../core/api/moderation-api';
import { useDraft } from '../draft/draft-provider';
import { useText } from '../messages/text';
import { useRestriction } from '../data/session';
import { Appeal } from './appeal-form';
import styles from './shell.module.css';

/** Tells the owner about the host's restriction, the reason, and what they can still do. */
export function RestrictionNotice() {
  const { restriction } = useRestriction();
  return restriction && <Notice restriction={restriction} />;
}

function Notice({ restriction }: { readonly restriction: OwnRestriction }) {
  const text = useText();
  const intl = useIntl();
  const parts = useLimitedParts(restriction);
  const { state, scope, reason, since, until } = restriction;
  return (
    <section className={styles.strip} aria-label={text(`restricted.${state}.title`)} role="status">
      <IconBan size={18} aria-hidden />
      <p>
        <b>{text(`restricted.${state}.title`)}.</b>{' '}
        {state === 'limited' ? text('restricted.limited.text', { parts }) : text(`restricted.${state}.text`)}{' '}
        {scope.includes('order') && text('restricted.order')}{' '}
        {until !== null &&
          text('restricted.until', {
            when: intl.formatDate(until, { dateStyle: 'long', timeStyle: 'short' }),
          })}
        <br />
        {text('restricted.reason', { reason })}
      </p>
      <Appeal since={since} />
    </section>
  );
}

/** "your picture and the link “Shop”". A link that no longer exists is named by its id. */
function useLimitedParts({ scope }: OwnRestriction): string {
  const text = useText();
  const intl = useIntl();
  const { draft } = useDraft();
  const parts = scope.flatMap((part) => {
    if (part === 'order') return [];
    if (part === 'picture' || part === 'bio') return [text(`restricted.part.${part}`)];
    const id = part.slice('link:'.length);
    return [text('restricted.part.link', { label: draft.links[id]?.label ?? id })];
  });
  return intl.formatList(parts, { type: 'conjunction' });
}
