import { useMemo, useState, type ReactNode } from 'react';
import { FrameDriver } from '../late/frame-driver';
import { adoptStyles } from '../styles/adopt-styles';
import late from '../styles/late.css?inline';
import type { CardFrameProps } from '../card/card-props';

/** The card with a profile from the caller and its late part from the start, for previews, stories and tests. The embed has card-tree.tsx. */
export function CardFrame(props: CardFrameProps) {
  const [tree, show] = useState<ReactNode>(null);
  adoptStyles(props.shadow, late);
  const driver = useMemo(() => <FrameDriver {...props} show={show} />, [props]);
  return (
    <>
      {driver}
      {tree}
    </>
  );
}
