import { List, Text } from '@mantine/core';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';

/** How the addresses get into OBS and on a tablet. */
export function StreamNotes() {
  const text = useText();
  return (
    <Panel id="obs" heading={text('stream.obs')}>
      <List type="ordered" spacing="xs" size="sm">
        <List.Item>{text('stream.obs1')}</List.Item>
        <List.Item>{text('stream.obs2')}</List.Item>
        <List.Item>{text('stream.obs3')}</List.Item>
        <List.Item>{text('stream.obs4')}</List.Item>
      </List>
      <Text size="sm" mt="md">
        {text('stream.tablet')}
      </Text>
    </Panel>
  );
}
