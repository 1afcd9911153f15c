import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import {
  defaultPageLook,
  readyLooks,
  takenLook,
  type PageLook,
  type ReadyLook,
} from '@busker/core/looks/page-look';
import { lookStyle, pageParts } from '@busker/core/looks/look-style';
import type { PublicProfile } from '@busker/core/profile/profile';
import { readableInk } from '@busker/core/web/readable-ink';
import { setField } from '../../draft/draft-edit';
import { useText } from '../../messages/text';
import { useDraftProfile } from './draft-card';
import styles from './look.module.css';

const place = (mode: 'light' | 'dark') => ({ root: ':host', body: '.body', mode });

/**
 * The page's own style sheet, at the size of a phone, in a shadow root: it cannot reach the dashboard, nor the dashboard's it. A screen has one
 * `main`, so that the small pages have an ordinary element in its place.
 */
function sheetOf(ready: ReadyLook, { look }: PublicProfile, mode: 'light' | 'dark'): string {
  const { accent, radius } = look;
  return `
:host{--accent:${accent};--on-accent:${readableInk(accent)};--font:system-ui,sans-serif;--corners:${Math.min(14, radius)}px}
*{box-sizing:border-box}
.body{width:250%;height:475px;overflow:hidden;transform:scale(.4);transform-origin:0 0;padding:1.25rem 1rem;background:var(--bg);color:var(--text);font:1rem/1.5 var(--font)}
.body:dir(rtl){transform-origin:100% 0}
${pageParts}
${lookStyle({ ...defaultPageLook, ready }, accent, place(mode))}`.replace(/\bmain(?=[ {])/g, '.main');
}

/** The policy of the dashboard allows no style element. */
function wear(root: ShadowRoot | null | undefined, css: string): void {
  if (!root) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
}

interface SmallPageProps {
  readonly ready: ReadyLook;
  readonly profile: PublicProfile;
  readonly mode: 'light' | 'dark';
  readonly tip: string;
}

const shownLinks = 3;

/** The start of the page as this look would show it. */
function SmallPage({ ready, profile, mode, tip }: SmallPageProps) {
  const host = useRef<HTMLDivElement>(null);
  const [root, setRoot] = useState<ShadowRoot | null>(null);
  const css = sheetOf(ready, profile, mode);
  useEffect(() => {
    const element = host.current;
    if (element) setRoot(element.shadowRoot ?? element.attachShadow({ mode: 'open' }));
  }, []);
  useEffect(() => {
    if (root !== null) wear(host.current?.shadowRoot, css);
  }, [root, css]);
  const { name, picture } = profile;
  return (
    <div ref={host} className={styles.smallPage} aria-hidden="true" inert>
      {root &&
        createPortal(
          <div className="body">
            <div className="main">
              <div className="panel">
                <div className="head">
                  {picture === null ? (
                    <span className="initial">{/\S/u.exec(name)?.[0].toUpperCase()}</span>
                  ) : (
                    <img src={picture} alt="" />
                  )}
                  <h1 dir="auto">{name}</h1>
                  <p className="muted" dir="ltr">
                    @{profile.handle}
                  </p>
                </div>
                <p>
                  <span className="button">{tip}</span>
                </p>
                <ul className="links">
                  {profile.links.slice(0, shownLinks).map(({ id, label }) => (
                    <li key={id}>
                      <a href="#look">
                        <span dir="auto">{label}</span>
                      </a>
                    </li>
                  ))}
                </ul>
              </div>
            </div>
          </div>,
          root,
        )}
    </div>
  );
}

interface LookPickerProps {
  readonly look: PageLook;
  readonly mode: 'light' | 'dark';
  readonly onTake: (edit: ReturnType<typeof setField>) => void;
}

/** The ready looks as small pages with the owner's own name and links. */
export function LookPicker({ look, mode, onTake }: LookPickerProps) {
  const text = useText();
  const { draft, profile, picture } = useDraftProfile();
  const shown = { ...profile, picture, look: { ...profile.look, radius: draft.look.radius } };
  return (
    <div role="radiogroup" aria-label={text('look.ready')} className={styles.looks}>
      {readyLooks.map((ready) => (
        <label key={ready} className={styles.look}>
          <input
            type="radio"
            name="ready-look"
            className={styles.radio}
            checked={look.ready === ready}
            onChange={() => onTake(setField(['look', 'page'], takenLook(ready, look)))}
          />
          <SmallPage ready={ready} profile={shown} mode={mode} tip={text('look.tipButton')} />
          <span className={styles.lookName}>{text(`look.ready.${ready}`)}</span>
        </label>
      ))}
    </div>
  );
}
