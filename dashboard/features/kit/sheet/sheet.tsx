import type { Ref } from 'react';
import { qrCode, type QrLevel } from '../../../ui/qr-code';
import { Face } from './face';
import type { FaceSizes } from './face-rows';
import { cutMarks, papers, piecesOf, type PaperName, type SheetKind } from './paper';
import type { SheetContent } from './sheet-content';
import { Sticker } from './sticker';

/** In millimetres. A phone reads a code from about ten times its side: a sign from 1.2 m. */
const sizes: Readonly<Record<Exclude<SheetKind, 'stickers'>, FaceSizes>> = {
  sign: { padding: 14, name: 20, line: 8.5, scan: 11, code: 120, address: 8, amounts: 8.5, easy: 5 },
  cards: { padding: 8, name: 10, line: 4.6, scan: 5.6, code: 48, address: 4.4, amounts: 4.6, easy: 3 },
};

/** Stickers are scratched and bent: a quarter of their code may be damaged. */
const levels: Readonly<Record<SheetKind, QrLevel>> = { sign: 'M', cards: 'M', stickers: 'Q' };

interface SheetProps {
  readonly kind: SheetKind;
  readonly paper: PaperName;
  readonly content: SheetContent;
  /** For screen readers; null = it is the copy for the printer. */
  readonly label: string | null;
  readonly ref?: Ref<SVGSVGElement>;
}

/** One page, in millimetres. The preview, the print and the file are this same drawing. */
export function Sheet({ kind, paper, content, label, ref }: SheetProps) {
  const { width, height } = papers[paper];
  const code = qrCode(content.link, levels[kind]);
  return (
    <svg
      ref={ref}
      xmlns="http://www.w3.org/2000/svg"
      width={`${width}mm`}
      height={`${height}mm`}
      viewBox={`0 0 ${width} ${height}`}
      {...(label === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <rect width={width} height={height} fill="#fff" />
      {piecesOf(kind, paper).map((box) =>
        kind === 'stickers' ? (
          <Sticker key={`${box.x} ${box.y}`} box={box} code={code} content={content} />
        ) : (
          <Face key={`${box.x} ${box.y}`} box={box} code={code} content={content} sizes={sizes[kind]} />
        ),
      )}
      {cutMarks(kind, paper).map(({ x1, y1, x2, y2 }) => (
        <line
          key={`${x1} ${y1} ${x2} ${y2}`}
          x1={x1}
          y1={y1}
          x2={x2}
          y2={y2}
          stroke="#888"
          strokeWidth={0.2}
        />
      ))}
    </svg>
  );
}
