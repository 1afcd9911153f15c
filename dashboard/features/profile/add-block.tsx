import { Button, Menu } from '@mantine/core';
import { nanoid } from 'nanoid';
import { blockKinds, emptyBlock, maxBlocks, type BlockKind } from '@busker/core/blocks/block';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useAnnounce } from '../../feedback/announcer';
import { IconPlus } from '../../icons/screen-icons';
import { useText } from '../../messages/text';
import { useTimeZone } from '../../preferences/preferences';
import { blockIcons } from './block-row';
import { lastOrder } from './link-edits';
import { Note } from '../../theme/owner-parts';

/** The kinds of blocks, each with a sentence. The new block stands last. */
export function AddBlock({ onAdded }: { readonly onAdded: (id: string) => void }) {
  const text = useText();
  const announce = useAnnounce();
  const { draft, edit } = useDraft();
  const zone = useTimeZone();
  const add = (kind: BlockKind) => {
    const block = { ...emptyBlock(kind), order: lastOrder(draft) + 1 };
    const id = nanoid(10);
    edit(setField(['blocks', id], block.kind === 'dates' ? { ...block, zone } : block));
    announce(text('links.added', { label: text(`blocks.kind.${kind}`) }));
    onAdded(id);
  };
  if (Object.keys(draft.blocks).length >= maxBlocks) return <p>{text('blocks.full', { max: maxBlocks })}</p>;
  return (
    // The list is long: who scrolls to its end, by hand or with the arrow keys, may scroll the button out of a low window. It fits above or below it.
    <Menu width={340} position="bottom-start" hideDetached={false}>
      <Menu.Target>
        <Button variant="default" size="sm" mt="sm" leftSection={<IconPlus size={16} aria-hidden />}>
          {text('blocks.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="min(420px, 45dvh)" style={{ overflowY: 'auto' }}>
        {blockKinds.map((kind) => {
          const Icon = blockIcons[kind];
          return (
            <Menu.Item
              key={kind}
              leftSection={<Icon size={18} aria-hidden />}
              onClick={(event) => event.detail < 2 && add(kind)}
            >
              {text(`blocks.kind.${kind}`)}
              <Note>{text(`blocks.about.${kind}`)}</Note>
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
