/** A picture as jsqr reads it: four bytes a pixel. */
interface Photo {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** How a phone sees a code. */
export interface Shot {
  /** Degrees. */
  readonly turned: number;
  /** Half the side of the square in pixels over which each pixel is averaged. */
  readonly blur: number;
  /** The light at the right edge, as a part of the light at the left edge. */
  readonly light: number;
  /** The side of the code's place on the photo, in pixels. */
  readonly side: number;
}

/** The runs of a code's path: `M3 0h7v1H3z`. */
function darkOf(path: string): (x: number, y: number) => boolean {
  const dark = new Set<string>();
  for (const [, left, top, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    for (let x = 0; x < Number(length); x += 1) dark.add(`${Number(left) + x} ${Number(top)}`);
  return (x, y) => dark.has(`${x} ${y}`);
}

/** A photo of a code on white paper, on a grey table. */
export function photograph(path: string, modules: number, shot: Shot): Photo {
  const isDark = darkOf(path);
  const width = Math.round(shot.side * 1.6);
  const middle = width / 2;
  const angle = (shot.turned * Math.PI) / 180;
  const unit = shot.side / (modules + 8);
  const inkAt = (x: number, y: number): number => {
    const [dx, dy] = [x - middle, y - middle];
    const across = (dx * Math.cos(angle) + dy * Math.sin(angle)) / unit + modules / 2;
    const down = (dy * Math.cos(angle) - dx * Math.sin(angle)) / unit + modules / 2;
    if (across < -4 || down < -4 || across > modules + 4 || down > modules + 4) return 150;
    return isDark(Math.floor(across), Math.floor(down)) ? 35 : 235;
  };
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let y = 0; y < width; y += 1)
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let dy = -shot.blur; dy <= shot.blur; dy += 1)
        for (let dx = -shot.blur; dx <= shot.blur; dx += 1) sum += inkAt(x + dx, y + dy);
      const light = 1 - (1 - shot.light) * (x / width);
      const seen = (sum / (2 * shot.blur + 1) ** 2) * light;
      data.set([seen, seen, seen], (y * width + x) * 4);
    }
  return { data, width, height: width };
}
