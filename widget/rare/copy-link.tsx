import { useLayoutEffect, useRef, useState } from 'react';
import { languageOf } from '@busker/core/locale/language-tags';
import { copyTexts } from '../messages/copy-texts';
import { adoptStyles } from '../styles/adopt-styles';
import styles from '../styles/copy-link.css?inline';

interface Props {
  readonly url: string;
  readonly name: string;
  /** The language of the card's texts. */
  readonly lang: string;
}

/** Browsers inside apps often open links badly. A copied link can be opened in the normal browser. */
export function CopyLink({ url, name, lang }: Props) {
  const texts = copyTexts[languageOf(lang)];
  const label = texts.link(name);
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
  // The trailing space changes the text, so that screen readers speak the same word again.
  const said = copies > 0 && texts.done + (copies % 2 ? '' : '\u00a0');
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

/** The selected address, for copying by hand if the browser lets the page neither copy nor share. */
function Address({ url, label }: { readonly url: string; readonly label: string }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return <input ref={field} className="address" dir="ltr" readOnly value={url} aria-label={label} />;
}

/** Some in-app browsers have no clipboard, or refuse it. The system's share sheet can copy too. */
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
    // Closing the share sheet is not a failure.
    return error instanceof DOMException && error.name === 'AbortError' ? 'shared' : 'none';
  }
}
