import { readableInk } from '../../../../core/web/readable-ink';
import type { QrCode } from '../../../ui/qr-code';
import { CodeMark, codeSide } from './code-mark';
import { faceRows, heightOf, type FaceRows, type FaceSizes, type TextRow } from './face-rows';
import type { Box } from './paper';
import type { SheetContent } from './sheet-content';
import { SheetText } from './sheet-text';

interface FaceProps {
  readonly box: Box;
  readonly code: QrCode;
  readonly content: SheetContent;
  readonly sizes: FaceSizes;
}

const ink = '#000';
/** The white at the bottom, as a part of the padding. */
const bottom = 0.6;
const sum = (rows: readonly TextRow[]) => rows.reduce((before, row) => before + heightOf(row), 0);

interface Layout extends FaceRows {
  /** The height of the band with the name. */
  readonly band: number;
  /** Between two rows. */
  readonly gap: number;
}

/** Shrinks the texts, never the code, until everything fits with some air between the rows. */
function layoutOf({ box, code, content, sizes }: FaceProps): Layout {
  const { padding } = sizes;
  const side = codeSide(code, sizes.code / code.modules);
  const width = box.width - 2 * padding;
  for (let factor = 1; ; factor *= 0.96) {
    const rows = faceRows(content, sizes, width, factor);
    const band = heightOf(rows.name) + 1.4 * padding;
    const free = box.height - band - side - sum(rows.above) - sum(rows.below);
    // One gap after each row, and one more below the band; the quiet zone is air around the code already. Printers leave the bottom white.
    const gap = (free - bottom * padding) / (rows.above.length + rows.below.length + 1);
    if (gap >= padding * 0.2) return { ...rows, band, gap: Math.min(gap, padding * 0.5) };
  }
}

/** One sign or card: the name in a band, the words, the code, the address. */
export function Face(props: FaceProps) {
  const { box, code, content, sizes } = props;
  const { name, above, below, band, gap } = layoutOf(props);
  const { accent } = content;
  const middle = box.x + box.width / 2;
  const unit = sizes.code / code.modules;
  const side = codeSide(code, unit);
  const used = band + sum(above) + sum(below) + side + gap * (above.length + below.length + 1);
  // What is left after the largest gaps is shared by the top and the bottom.
  const start = box.y + band + Math.max(0, box.height - bottom * sizes.padding - used) / 2;
  const topsOf = (rows: readonly TextRow[], from: number, gapFirst: boolean) =>
    rows.map((row, at) => ({
      row,
      y: from + sum(rows.slice(0, at)) + gap * (gapFirst ? at + 1 : at),
    }));
  const codeTop = start + 2 * gap + sum(above) + gap * Math.max(above.length - 1, 0);
  return (
    <>
      {accent === null ? (
        <rect
          x={box.x + sizes.padding}
          y={box.y + band - sizes.padding * 0.12}
          width={box.width - 2 * sizes.padding}
          height={sizes.padding * 0.1}
          fill={ink}
        />
      ) : (
        <rect x={box.x} y={box.y} width={box.width} height={band} fill={accent} />
      )}
      <SheetText
        row={name}
        x={middle}
        y={box.y + 0.75 * sizes.padding}
        ink={accent === null ? ink : readableInk(accent)}
      />
      {topsOf(above, start + gap, true).map(({ row, y }) => (
        <SheetText key={row.key} row={row} x={middle} y={y} ink={ink} />
      ))}
      <CodeMark code={code} x={middle - side / 2} y={codeTop} unit={unit} />
      {topsOf(below, codeTop + side, false).map(({ row, y }) => (
        <SheetText key={row.key} row={row} x={middle} y={y} ink={ink} />
      ))}
    </>
  );
}
