import { List } from '@mantine/core';
import { useText } from '../../messages/text';
import { Panel } from '../../ui/panel';

/** What helps in the street. */
export function GigNotes() {
  const text = useText();
  return (
    <Panel id="gig" heading={text('kit.gig')}>
      <List spacing="xs" size="sm">
        <List.Item>{text('kit.gigScan')}</List.Item>
        <List.Item>{text('kit.gigSticker')}</List.Item>
        <List.Item>{text('kit.gigOffline')}</List.Item>
      </List>
    </Panel>
  );
}
