import { Button, Group, Text } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { useRef } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '../../messages/text';
import { saveFile } from '../../shared/save-file';
import { Panel } from '../../ui/panel';
import type { PaperName, SheetKind } from './sheet/paper';
import { Sheet } from './sheet/sheet';
import type { SheetContent } from './sheet/sheet-content';
import styles from './kit.module.css';

interface SheetPreviewProps {
  readonly kind: SheetKind;
  readonly paper: PaperName;
  readonly content: SheetContent;
  /** The beginning of the file's name. */
  readonly file: string;
}

/** The sheet as it will be printed, and the ways to get it on paper. */
export function SheetPreview({ kind, paper, content, file }: SheetPreviewProps) {
  const text = useText();
  const drawing = useRef<SVGSVGElement>(null);
  const download = () => {
    if (drawing.current === null) return;
    const source = new XMLSerializer().serializeToString(drawing.current);
    saveFile(new Blob([source], { type: 'image/svg+xml' }), `${file}-${kind}-${paper}.svg`);
  };
  return (
    <Panel heading={text('kit.preview')}>
      <div className={styles.preview}>
        <Sheet ref={drawing} kind={kind} paper={paper} content={content} label={text(`kit.kind.${kind}`)} />
      </div>
      <Group mt="md" gap="sm">
        <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          {text('kit.print')}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={download}>
          {text('kit.svg')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mt="sm">
        {text('kit.printHint')}
      </Text>
      <Text size="sm" mt="sm">
        {text('kit.leadsTo')} <bdi className={styles.address}>{content.link}</bdi>
      </Text>
      {createPortal(
        <div className={styles.paper} data-paper={paper}>
          <Sheet kind={kind} paper={paper} content={content} label={null} />
        </div>,
        document.body,
      )}
    </Panel>
  );
}
