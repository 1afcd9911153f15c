import { useState } from 'react';

interface Props {
  readonly url: string;
  /** "Copy link: Instagram" */
  readonly label: string;
}

/** In a browser inside an app a link often opens a crippled page; copied, it can be opened in the real one. */
export function CopyLink({ url, label }: Props) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      // Some in-app browsers refuse the clipboard: then the system's own sheet, which can copy too.
      () => navigator.share?.({ url }).catch(() => undefined),
    );
  };
  return (
    <button type="button" className="copy" aria-label={label} onClick={copy}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path className="line" d={copied ? 'm5 13 4 4L19 7' : 'M9 9h10v12H9zM5 15V3h10'} />
      </svg>
    </button>
  );
}
