import type { CorePlatform } from '../../core/platform';

/**
 * The five icons of the first bytes, drawn by hand on a grid of 24 for their size: the marks' own paths are four times as long.
 * Lines where a mark is a line drawing, areas where it is an area.
 */
const icons: Readonly<Record<CorePlatform, { readonly line?: string; readonly area?: string }>> = {
  instagram: {
    line: 'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm4 5a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM17 7h.01',
  },
  x: {
    area: 'M14.2 10.2 23 0h-2.1l-7.6 8.8L7.3 0H.3l9.2 13.3L.3 24h2l8-9.3 6.4 9.3h7zM3.1 1.6h3.2l14.6 20.9h-3.1z',
  },
  tiktok: {
    area: 'M12.5 0h3.9c.2 3.1 2.6 5.7 6 6v4c-2.2-.1-4.2-.8-5.8-1.9v8.2A7.7 7.7 0 1 1 10 8.6V12.7a3.6 3.6 0 1 0 2.5 3.4z',
  },
  youtube: {
    area: 'M23.5 6.2a3 3 0 0 0-2.1-2.1C19.5 3.5 12 3.5 12 3.5s-7.5 0-9.4.6A3 3 0 0 0 .5 6.2C0 8 0 12 0 12s0 4 .5 5.8a3 3 0 0 0 2.1 2.1c1.9.6 9.4.6 9.4.6s7.5 0 9.4-.6a3 3 0 0 0 2.1-2.1C24 16 24 12 24 12s0-4-.5-5.8zM9.6 15.6V8.4l6.2 3.6z',
  },
  link: {
    line: 'M10 14a4.5 4.5 0 0 0 6.6.4l3-3a4.5 4.5 0 0 0-6.4-6.4l-1.5 1.5M14 10a4.5 4.5 0 0 0-6.6-.4l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.5-1.5',
  },
};

export function PlatformIcon({ platform }: { readonly platform: CorePlatform }) {
  const { line, area } = icons[platform];
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" part="link-icon" fill="none">
      {line && <path className="line" d={line} />}
      {area && <path fill="currentColor" d={area} />}
    </svg>
  );
}
