/** What can be printed, each on one page. */
export const sheetKinds = ['sign', 'cards', 'stickers'] as const;
export type SheetKind = (typeof sheetKinds)[number];

export const paperNames = ['a4', 'letter'] as const;
export type PaperName = (typeof paperNames)[number];

/** In millimetres, as everything on a sheet. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const papers: Readonly<Record<PaperName, Pick<Box, 'width' | 'height'>>> = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
};

const grid = (columns: number, rows: number, boxAt: (column: number, row: number) => Box): readonly Box[] =>
  Array.from({ length: columns * rows }, (_, at) => boxAt(at % columns, Math.floor(at / columns)));

export const stickerSide = 35;

/** The pieces of a sheet: one sign, four cards (A6 on A4, quarters of Letter), or 24 stickers. */
export function piecesOf(kind: SheetKind, name: PaperName): readonly Box[] {
  const { width, height } = papers[name];
  switch (kind) {
    case 'sign':
      return [{ x: 0, y: 0, width, height }];
    case 'cards': {
      const card = { width: width / 2, height: height / 2 };
      return grid(2, 2, (column, row) => ({ x: column * card.width, y: row * card.height, ...card }));
    }
    case 'stickers': {
      // Printers leave the outer 5 mm white, and a gap makes cutting easy.
      const gap = 9;
      const pitch = stickerSide + gap;
      const left = (width - 4 * pitch + gap) / 2;
      const top = (height - 6 * pitch + gap) / 2;
      return grid(4, 6, (column, row) => ({
        x: left + column * pitch,
        y: top + row * pitch,
        width: stickerSide,
        height: stickerSide,
      }));
    }
  }
}

/** A straight line along which to cut. */
export interface CutMark {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** Four cards need a cross in the middle and a mark at each edge; each sticker a mark outside each of its corners; a sign nothing. */
export function cutMarks(kind: SheetKind, name: PaperName): readonly CutMark[] {
  const { width, height } = papers[name];
  switch (kind) {
    case 'sign':
      return [];
    case 'cards': {
      const [x, y] = [width / 2, height / 2];
      const reach = 10;
      return [
        { x1: x, y1: 0, x2: x, y2: reach },
        { x1: x, y1: y - reach / 2, x2: x, y2: y + reach / 2 },
        { x1: x, y1: height - reach, x2: x, y2: height },
        { x1: 0, y1: y, x2: reach, y2: y },
        { x1: x - reach / 2, y1: y, x2: x + reach / 2, y2: y },
        { x1: width - reach, y1: y, x2: width, y2: y },
      ];
    }
    case 'stickers':
      return piecesOf(kind, name).flatMap(cornerMarks);
  }
}

/** From 1 to 3 mm outside the corners. */
function cornerMarks({ x, y, width, height }: Box): readonly CutMark[] {
  const [near, far] = [1, 3];
  const sides = [-1, 1] as const;
  return sides.flatMap((across) =>
    sides.flatMap((down) => {
      const cornerX = across < 0 ? x : x + width;
      const cornerY = down < 0 ? y : y + height;
      return [
        { x1: cornerX + across * near, y1: cornerY, x2: cornerX + across * far, y2: cornerY },
        { x1: cornerX, y1: cornerY + down * near, x2: cornerX, y2: cornerY + down * far },
      ];
    }),
  );
}
