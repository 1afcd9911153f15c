import { encode } from 'uqr';

export interface QrPath {
  /** Modules on a side, the quiet zone included. */
  readonly size: number;
  /** An SVG path of the dark modules, one unit each. */
  readonly path: string;
}

/** The QR code of a text: runs of dark modules, so that the path is short. */
export function qrPath(text: string): QrPath {
  // Four light modules around it, as the standard wants.
  const { data, size } = encode(text, { ecc: 'L', border: 4 });
  const runs = data.flatMap((row, y) =>
    darkRuns(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  return { size, path: runs.join('') };
}

function darkRuns(row: readonly boolean[]): readonly (readonly [x: number, length: number])[] {
  const runs: (readonly [number, number])[] = [];
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const from = x;
    while (row[x]) x += 1;
    runs.push([from, x - from]);
  }
  return runs;
}
