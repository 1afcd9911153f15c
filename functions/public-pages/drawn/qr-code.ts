import { encode } from 'uqr';

/** The modules of a code: `dark[y][x]`, with the quiet zone. */
export interface QrCode {
  /** Modules per side, with the quiet zone. */
  readonly size: number;
  readonly dark: readonly (readonly boolean[])[];
}

/** A QR code of a URL. Up to 15 % of it may be damaged (level M); `margin` is the quiet zone in modules. */
export function qrCode(address: string, margin: number): QrCode {
  const { size, data } = encode(address, { ecc: 'M', border: margin });
  return { size, dark: data };
}
