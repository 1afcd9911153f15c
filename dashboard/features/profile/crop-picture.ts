export interface CropArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The chosen square as a file of at most `most` pixels: a smaller one is not blown up. Of a moving picture it is the first frame, as
 * `createImageBitmap` has it (html.spec.whatwg.org, "the first frame of the animation"). Null when the browser cannot read the picture.
 */
export async function cropPicture(file: Blob, area: CropArea, most: number): Promise<Blob | null> {
  const side = Math.max(1, Math.min(most, Math.round(area.width)));
  try {
    const bitmap = await createImageBitmap(file);
    const canvas = document.createElement('canvas');
    canvas.width = side;
    canvas.height = side;
    const pen = canvas.getContext('2d');
    if (!pen) return null;
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, side, side);
    bitmap.close();
    // A browser that cannot write WebP writes PNG instead.
    return await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
  } catch {
    return null;
  }
}
