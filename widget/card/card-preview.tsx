import { useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PublicProfile } from '../../core/profile/public-profile';
import { readSettings } from '../element/attributes';
import type { AttributeName } from '../element/attribute-names';
import type { TipBackend } from '../data/backend';
import { CardFrame } from './card-frame';
import { createControls, type Controls } from '../element/controls';
import { inMemoryTips } from '../data/in-memory-backend';
import type { OpenSurface } from '../payment/payment-surface';
import { scriptedSurface } from '../payment/scripted-surface';
import { adoptStyles } from '../styles/adopt-styles';
import styles from '../styles/card.css?inline';

export interface CardPreviewProps {
  readonly profile: PublicProfile;
  /** As on the tag: `{ theme: 'dark' }`. */
  readonly attributes?: Readonly<Partial<Record<AttributeName, string>>>;
  /** In place of the in-memory ones. */
  readonly tips?: TipBackend;
  readonly openSurface?: OpenSurface;
  /** Origin before the profile's picture path. */
  readonly host?: string;
  /** Where the build's icons lie, with a slash at the end. */
  readonly assets?: string;
}

const countNothing = () => undefined;

interface Root {
  readonly controls: Controls;
  readonly shadow: ShadowRoot;
}

/**
 * The real card without its element: the same tree in a shadow root of its own, with a profile from the caller and a tip sheet that
 * charges nobody. Follows every change of the profile at once.
 */
export function CardPreview({
  profile,
  attributes = {},
  tips,
  openSurface,
  host = '',
  assets = '',
}: CardPreviewProps) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [root, setRoot] = useState<Root | null>(null);
  const { currency } = profile.tips;
  const scripted = useMemo(
    () => ({ tips: inMemoryTips(currency ? { currency } : {}), openSurface: scriptedSurface() }),
    [currency],
  );
  useEffect(() => {
    if (!element) return;
    const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    adoptStyles(shadow, styles);
    queueMicrotask(() => setRoot({ controls: createControls(element), shadow }));
  }, [element]);
  return (
    <div ref={setElement}>
      {root &&
        createPortal(
          <CardFrame
            settings={readSettings((name) => attributes[name] ?? null)}
            controls={root.controls}
            shadow={root.shadow}
            host={host}
            isFile={false}
            assets={assets}
            count={countNothing}
            profile={{ at: 'ready', profile }}
            tips={tips ?? scripted.tips}
            openSurface={openSurface ?? scripted.openSurface}
          />,
          root.shadow,
        )}
    </div>
  );
}
