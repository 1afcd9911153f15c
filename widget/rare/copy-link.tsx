import { useLayoutEffect, useRef, useState } from 'react';
import { languageOf } from '../../core/base/languages';
import { copiedTexts } from '../messages/copied-texts';
import { adoptStyles } from '../styles/adopt-styles';
import styles from '../styles/copy-link.css?inline';

interface Props {
  readonly url: string;
  /** "Copy link: Instagram" */
  readonly label: string;
  /** Of the card's texts. */
  readonly lang: string;
}

/** In a browser inside an app a link often opens a crippled page; copied, it can be opened in the real one. */
export function CopyLink({ url, label, lang }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [copies, setCopies] = useState(0);
  const [isShown, setShown] = useState(false);
  useLayoutEffect(() => {
    const root = button.current?.getRootNode();
    if (root instanceof ShadowRoot) adoptStyles(root, styles);
  }, []);
  const copy = async () => {
    const way = await handOver(url);
    if (way === 'copied') setCopies(copies + 1);
    setShown(way === 'none');
  };
  // The blank makes the same word news once more: a screen reader says only what has changed.
  const said = copies > 0 && copiedTexts[languageOf(lang)] + (copies % 2 ? '' : '\u00a0');
  return (
    <>
      <button ref={button} type="button" className="copy" aria-label={label} onClick={() => void copy()}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path className="line" d={copies > 0 ? 'm5 13 4 4L19 7' : 'M9 9h10v12H9zM5 15V3h10'} />
        </svg>
      </button>
      <span className="copied" role="status">
        {said}
      </span>
      {isShown && <Address url={url} label={label} />}
    </>
  );
}

/** The address itself, marked to be copied by hand: where the browser lets no page copy or share. */
function Address({ url, label }: Omit<Props, 'lang'>) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return <input ref={field} className="address" dir="ltr" readOnly value={url} aria-label={label} />;
}

/** Some in-app browsers refuse the clipboard, or know none: then the system's own sheet, which can copy too. */
async function handOver(url: string): Promise<'copied' | 'shared' | 'none'> {
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return share(url);
  }
}

async function share(url: string): Promise<'shared' | 'none'> {
  try {
    await navigator.share({ url });
    return 'shared';
  } catch (error) {
    // Whoever closes the system's sheet has seen it.
    return error instanceof DOMException && error.name === 'AbortError' ? 'shared' : 'none';
  }
}
