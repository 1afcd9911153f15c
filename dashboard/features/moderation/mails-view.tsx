import { Text } from '@mantine/core';
import type { MailsAnswer } from '../../../core/api/owner-api';
import { useText } from '../../messages/text';
import { EmptyState } from '../../ui/empty-state';
import { LinksPicture } from '../../ui/illustrations';
import { Panel } from '../../ui/panel';
import { Loaded } from './loaded';
import styles from './moderation.module.css';
import { OneMail } from './one-mail';
import { useAsked, type Run } from './use-asked';
import { ViewBar } from './view-bar';

/** The mails of the last 30 days: what waits, what failed, what was sent. */
export function MailsView({ run }: { readonly run: Run }) {
  const { asked, again } = useAsked(['mails'], run, (moderation) => moderation.mails());
  return (
    <>
      <ViewBar onBack={null} onAgain={again} />
      <Loaded asked={asked} again={again}>
        {(answer) => <MailList answer={answer} run={run} onSent={again} />}
      </Loaded>
    </>
  );
}

interface MailListProps {
  readonly answer: MailsAnswer;
  readonly run: Run;
  readonly onSent: () => void;
}

function MailList({ answer, run, onSent }: MailListProps) {
  const text = useText();
  const { role, sender, mails } = answer;
  if (mails.length === 0) {
    return (
      <Panel>
        <EmptyState
          picture={<LinksPicture />}
          title={text('moderation.noMail')}
          text={text('moderation.noMailText')}
        />
      </Panel>
    );
  }
  return (
    <Panel heading={text('moderation.view.mails')} note={text(`moderation.sender.${sender}`)}>
      {role === 'moderator' && (
        <Text size="sm" c="dimmed">
          {text('moderation.mailsForAdmins')}
        </Text>
      )}
      <ul className={styles.list}>
        {mails.map((mail) => (
          <li key={mail.id} className={styles.entry}>
            <OneMail mail={mail} sends={sender === 'server'} run={run} onSent={onSent} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
