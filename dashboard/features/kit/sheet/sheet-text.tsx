import { lineHeight, type TextRow } from './face-rows';

/** Fonts that every system has: a sheet loads nothing. */
const family = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

interface SheetTextProps {
  readonly row: TextRow;
  /** The middle of the lines. */
  readonly x: number;
  /** The top of the first line. */
  readonly y: number;
  readonly ink: string;
}

/** Attributes alone, no style sheet: the downloaded file looks the same. */
export function SheetText({ row, x, y, ink }: SheetTextProps) {
  const { fitted, bold, direction, language } = row;
  const { size, lines } = fitted;
  return (
    <text
      x={x}
      textAnchor="middle"
      fill={ink}
      fontFamily={family}
      fontSize={size}
      fontWeight={bold ? 700 : 400}
      direction={direction}
      lang={language}
    >
      {lines.map((line, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- Lines have no other identity, and two can be equal.
        <tspan key={at} x={x} y={y + size * (0.93 + at * lineHeight)}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
