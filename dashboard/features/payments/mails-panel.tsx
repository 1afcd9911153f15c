import { Anchor, List, Text } from '@mantine/core';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';

const settings = 'https://dashboard.stripe.com/settings';

export function MailsPanel() {
  const text = useText();
  return (
    <Panel id="mails" heading={text('mails.heading')}>
      <Text size="sm" c="dimmed" mb="sm">
        {text('mails.text')}
      </Text>
      <List size="sm" spacing={4} mb="sm">
        <List.Item>{text('mails.you')}</List.Item>
        <List.Item>{text('mails.fans')}</List.Item>
      </List>
      <Anchor href={settings} target="_blank" rel="noreferrer" size="sm">
        {text('mails.open')}
      </Anchor>
    </Panel>
  );
}
