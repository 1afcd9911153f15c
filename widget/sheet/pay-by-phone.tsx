import { useChunk } from '../card/use-chunk';

interface Props {
  readonly url: string;
  /** "Or pay on another device:" */
  readonly caption: string;
}

const load = () => import('../qr/qr-path');

/** A link as a QR code for another device. Hidden from screen readers, because the same link is beside it. */
export function PayByPhone({ url, caption }: Props) {
  const chunk = useChunk(load, true);
  if (chunk.at !== 'ready') return null;
  const { size, path } = chunk.part.qrPath(url);
  return (
    <figure className="qr">
      <figcaption className="note">{caption}</figcaption>
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <path d={path} />
      </svg>
    </figure>
  );
}
