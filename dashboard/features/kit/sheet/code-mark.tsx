import { quietZone, type QrCode } from '../../../ui/qr-code';

interface CodeMarkProps {
  readonly code: QrCode;
  /** The upper left corner of the quiet zone. */
  readonly x: number;
  readonly y: number;
  /** One module. */
  readonly unit: number;
}

/** The side of a code with its quiet zone, for a module of this size. */
export const codeSide = ({ modules }: QrCode, unit: number): number => (modules + 2 * quietZone) * unit;

/** Always black on white: many cameras read nothing else, and an accent colour may be light. */
export function CodeMark({ code, x, y, unit }: CodeMarkProps) {
  const side = codeSide(code, unit);
  const start = quietZone * unit;
  return (
    <>
      <rect x={x} y={y} width={side} height={side} fill="#fff" />
      <path
        d={code.path}
        fill="#000"
        shapeRendering="crispEdges"
        transform={`translate(${x + start} ${y + start}) scale(${unit})`}
      />
    </>
  );
}
