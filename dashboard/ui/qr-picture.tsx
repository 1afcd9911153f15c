import { encode } from 'uqr';

const quietZone = 4;

/** A QR code as a picture: dark on white in every colour scheme, because many cameras read no other. */
export function QrPicture({ content, label }: { readonly content: string; readonly label: string }) {
  const { size, data } = encode(content, { ecc: 'M', border: quietZone });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg role="img" aria-label={label} width={208} height={208} viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
