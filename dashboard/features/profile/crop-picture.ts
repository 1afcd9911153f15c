export interface CropArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The chosen square as a file of `side` pixels. Null when the browser cannot read the picture. */
export async function cropPicture(file: Blob, area: CropArea, side: number): Promise<Blob | null> {
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
