import { Checkbox } from '@mantine/core';
import { maxBlocks, type Blocks, type DraftBlock } from '@busker/core/blocks/block';
import type { ImportedBlock } from '@busker/core/imports/read-import';
import { useText } from '../../messages/text';
import { Tag } from '../../panel/panel';
import { summaryOf } from './block-row';
import styles from './profile.module.css';

/** What makes two blocks the same, wherever they stand. A picture is in no file. */
const contentOf = (block: DraftBlock): string =>
  JSON.stringify({ from: null, until: null, ...block, order: 0, picture: null });

/** The blocks that the page has not yet. */
export function freshBlocks(found: readonly ImportedBlock[], blocks: Blocks): readonly ImportedBlock[] {
  const there = new Set(Object.values(blocks).map(contentOf));
  return found.filter(({ block }) => !there.has(contentOf(block)));
}

export const blockRoom = (blocks: Blocks): number => Math.max(0, maxBlocks - Object.keys(blocks).length);

interface FoundBlocksProps {
  readonly found: readonly ImportedBlock[];
  readonly fresh: readonly ImportedBlock[];
  readonly chosen: ReadonlySet<ImportedBlock>;
  readonly onChoose: (chosen: ReadonlySet<ImportedBlock>) => void;
}

export function FoundBlocks({ found, fresh, chosen, onChoose }: FoundBlocksProps) {
  const text = useText();
  return (
    <ul className={styles.found} aria-label={text('field.blocks')}>
      {found.map((each) => (
        <li key={each.at}>
          <Checkbox
            classNames={{ body: styles.foundBody ?? '', labelWrapper: styles.foundLabel ?? '' }}
            checked={chosen.has(each)}
            onChange={(event) => {
              const others = [...chosen].filter((other) => other !== each);
              onChoose(new Set(event.currentTarget.checked ? [...others, each] : others));
            }}
            label={
              <>
                <span className={styles.linkLabel} dir="auto">
                  {each.block.label || text(`blocks.kind.${each.block.kind}`)}
                </span>
                <span className={styles.linkUrl} dir="auto">
                  {summaryOf(each.block, text)}
                </span>
              </>
            }
            description={
              (!each.block.on || !fresh.includes(each)) && (
                <span className={styles.foundMarks}>
                  {!each.block.on && <Tag tone="plain">{text('links.hidden')}</Tag>}
                  {!fresh.includes(each) && <Tag tone="warn">{text('import.there')}</Tag>}
                </span>
              )
            }
          />
        </li>
      ))}
    </ul>
  );
}
