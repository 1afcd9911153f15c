import { useEffect, useState } from 'react';
import { IconCheck, IconCopy } from '../icons/screen-icons';
import { useAnnounce } from '../feedback/announcer';
import { useText } from '../messages/text';
import { PlainButton } from '../theme/theme';
import styles from './panel.module.css';

/** Characters per line on a narrow panel, for browsers that do not size the field themselves. */
const columns = 52;

type Copying = 'idle' | 'copied' | 'failed';

/** Copies a text, and says so for a moment. Where the browser does not allow it, the text can still be selected. */
export function useCopy(content: string) {
  const text = useText();
  const announce = useAnnounce();
  const [copying, setCopying] = useState<Copying>('idle');
  useEffect(() => {
    if (copying !== 'copied') return undefined;
    const timer = setTimeout(() => setCopying('idle'), 2500);
    return () => clearTimeout(timer);
  }, [copying]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(content);
      setCopying('copied');
      announce(text('embed.copied'));
    } catch {
      setCopying('failed');
    }
  };
  return { copying, copy: () => void copy() };
}

interface CodeBlockProps {
  readonly code: string;
  readonly label: string;
  /** Stands in the field in place of the code, which is copied all the same. */
  readonly covered?: string;
  /** On the button, for what is no code. */
  readonly copy?: string;
  /** Several stand side by side: the button has the name of its field, for who cannot see which is which. */
  readonly isOneOfMany?: boolean;
}

export function CodeBlock({ code, covered, label, copy: copyWords, isOneOfMany }: CodeBlockProps) {
  // A single line may wrap: its end matters as much as its beginning.
  const seen = covered ?? code;
  const isLine = !code.includes('\n');
  const text = useText();
  const { copying, copy } = useCopy(code);
  const words = copying === 'copied' ? text('embed.copied') : (copyWords ?? text('embed.copy'));

  return (
    <div className={styles.block}>
      <textarea
        className={styles.code}
        dir="ltr"
        data-line={isLine || undefined}
        aria-label={label}
        readOnly
        spellCheck={false}
        wrap={isLine ? 'soft' : 'off'}
        rows={isLine ? Math.ceil(seen.length / columns) : code.split('\n').length}
        value={seen}
        onFocus={(event) => event.currentTarget.select()}
      />
      <PlainButton
        className={styles.copy ?? ''}
        size="xs"
        leftSection={
          copying === 'copied' ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />
        }
        aria-label={isOneOfMany === true ? `${words}: ${label}` : undefined}
        onClick={copy}
      >
        {words}
      </PlainButton>
      {copying === 'failed' && (
        <p role="alert" className={styles.failed}>
          {text('embed.copyFailed')}
        </p>
      )}
    </div>
  );
}
