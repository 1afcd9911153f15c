import type { ComponentType, SVGProps } from 'react';

export type Icon = ComponentType<
  Omit<SVGProps<SVGSVGElement>, 'stroke'> & { size?: number | string; stroke?: number | string }
>;

const linesOf = (paths: readonly string[]) => paths.map((d) => <path key={d} d={d} />);

const classOf = (name: string, className: string | undefined) =>
  ['tabler-icon', `tabler-icon-${name}`, className].filter(Boolean).join(' ');

/** A drawing of lines on a grid of 24. */
export const outlined =
  (name: string, ...paths: readonly string[]): Icon =>
  ({ size = 24, stroke = 2, color = 'currentColor', className, ...rest }) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke={color}
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classOf(name, className)}
      {...rest}
    >
      {linesOf(paths)}
    </svg>
  );

/** A drawing of areas on a grid of 24. */
export const filled =
  (name: string, ...paths: readonly string[]): Icon =>
  ({ size = 24, stroke: _none, color = 'currentColor', className, ...rest }) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={color}
      stroke="none"
      className={classOf(name, className)}
      {...rest}
    >
      {linesOf(paths)}
    </svg>
  );
