import { Anchor, Button, List, Text } from '@mantine/core';
import { Link } from 'react-router';
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
      <Button component={Link} to="/notifications" variant="default" mb="md">
        {text('mails.set')}
      </Button>
      <Text size="sm" mb="xs">
        {text('mails.stripe')}
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
