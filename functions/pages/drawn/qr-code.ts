import { encode } from 'uqr';

/** What a scanner sees: `dark[y][x]`, quiet zone and all. */
export interface QrCode {
  /** Modules on a side, the quiet zone included. */
  readonly size: number;
  readonly dark: readonly (readonly boolean[])[];
}

/** An address as a code that may lose 15 % of itself (level M); `margin` is the quiet zone in modules. */
export function qrCode(address: string, margin: number): QrCode {
  const { size, data } = encode(address, { ecc: 'M', border: margin });
  return { size, dark: data };
}
