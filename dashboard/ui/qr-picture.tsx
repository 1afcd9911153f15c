import { qrCode, quietZone } from './qr-code';

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
