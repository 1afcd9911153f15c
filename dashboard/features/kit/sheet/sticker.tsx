import { contrastOf } from '../../../../core/web/readable-ink';
import type { QrCode } from '../../../ui/qr-code';
import { CodeMark, codeSide } from './code-mark';
import { directionOfText, fitText } from './fit-text';
import type { Box } from './paper';
import type { SheetContent } from './sheet-content';
import { SheetText } from './sheet-text';

interface StickerProps {
  readonly box: Box;
  readonly code: QrCode;
  readonly content: SheetContent;
}

/** With the quiet zone; the two lines below it need the rest. */
const codeRoom = 28;

/** A sticker has room for the code, the name and the address. */
export function Sticker({ box, code, content }: StickerProps) {
  const { name, address, accent } = content;
  const middle = box.x + box.width / 2;
  const unit = codeRoom / codeSide(code, 1);
  const isReadable = accent !== null && contrastOf(accent, '#ffffff') >= 4.5;
  const row = (text: string, most: number) => ({
    key: text,
    fitted: fitText(text, { width: box.width - 2, most, maxLines: 1 }),
    bold: true,
    direction: directionOfText(text),
  });
  return (
    <>
      <CodeMark code={code} x={middle - codeRoom / 2} y={box.y} unit={unit} />
      <SheetText row={row(name, 3)} x={middle} y={box.y + codeRoom - 1} ink={isReadable ? accent : '#000'} />
      <SheetText row={row(address, 2.4)} x={middle} y={box.y + codeRoom + 3} ink="#000" />
    </>
  );
}
