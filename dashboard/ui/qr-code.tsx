import { encode } from 'uqr';

/** How much of a code may be damaged: M 15 %, Q 25 %. */
export type QrLevel = 'M' | 'Q';

export interface QrCode {
  /** Modules per side, without the quiet zone. */
  readonly modules: number;
  /** An SVG path of the dark modules, one unit each. Rows are drawn in runs, so that no hairlines are between modules. */
  readonly path: string;
}

/** The light modules that the standard (ISO/IEC 18004) requires around a code. */
export const quietZone = 4;

export function qrCode(content: string, level: QrLevel): QrCode {
  const { size, data } = encode(content, { ecc: level, border: 0 });
  const path = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1] === true) return [];
      const end = row.indexOf(false, x);
      return [`M${x} ${y}h${(end === -1 ? size : end) - x}v1H${x}z`];
    }),
  );
  return { modules: size, path: path.join('') };
}

/** A QR code as a picture: dark on white in every colour scheme, because many cameras read no other. */
export function QrPicture({ content, label }: { readonly content: string; readonly label: string }) {
  const { modules, path } = qrCode(content, 'M');
  const side = modules + 2 * quietZone;
  return (
    <svg role="img" aria-label={label} width={208} height={208} viewBox={`0 0 ${side} ${side}`}>
      <rect width={side} height={side} fill="#fff" />
      <path
        d={path}
        fill="#000"
        shapeRendering="crispEdges"
        transform={`translate(${quietZone} ${quietZone})`}
      />
    </svg>
  );
}
