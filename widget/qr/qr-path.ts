import { encode } from 'uqr';

export interface QrPath {
  /** Modules per side, including the quiet zone. */
  readonly size: number;
  /** An SVG path of the dark modules, one unit each. */
  readonly path: string;
}

/** The QR code of a text. Dark modules are drawn in runs, so that the path is short. */
export function qrPath(text: string): QrPath {
  // The standard requires four light modules around it.
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
