import { useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PublicProfile } from '@busker/core/profile/profile';
import { readSettings } from '../attributes/attributes';
import type { AttributeName } from '../attributes/attribute-names';
import type { TipBackend } from '../data/backend';
import { CardFrame } from './card-frame';
import { createControls, type Controls } from '../signals/controls';
import { inMemoryTips } from './in-memory-backend';
import type { OpenSurface } from '../payment/payment-surface';
import { scriptedSurface } from './scripted-surface';
import { adoptStyles } from '../styles/adopt-styles';
import styles from '../styles/card.css?inline';

export interface CardPreviewProps {
  readonly profile: PublicProfile;
  /** Attributes of the tag: `{ theme: 'dark' }`. */
  readonly attributes?: Readonly<Partial<Record<AttributeName, string>>>;
  /** Replaces the in-memory backend. */
  readonly tips?: TipBackend;
  readonly openSurface?: OpenSurface;
  /** The origin of the profile's picture. */
  readonly host?: string;
  /** The folder of the build's icons, ending in a slash. */
  readonly assets?: string;
}

const countNothing = () => undefined;

interface Root {
  readonly controls: Controls;
  readonly shadow: ShadowRoot;
}

/**
 * The real card without its element: the same tree in its own shadow root, with a profile from the caller and a tip sheet that charges
 * nobody. Shows every change of the profile at once.
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
