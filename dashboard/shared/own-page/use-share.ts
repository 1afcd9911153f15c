import { useState } from 'react';
import { useText } from '../../messages/text';
import { useAnnounce } from '../../ui/announcer';

/** `refused`: the browser allows neither, so the address has to be copied by hand. */
type Copying = 'idle' | 'copied' | 'refused';

interface Sharing {
  readonly copying: Copying;
  readonly copy: () => void;
  /** null = this browser has no share sheet. */
  readonly share: (() => void) | null;
}

/** Copies an address, or hands it to the system's share sheet. */
export function useShare(url: string): Sharing {
  const text = useText();
  const announce = useAnnounce();
  const [copying, setCopying] = useState<Copying>('idle');

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopying('copied');
      announce(text('page.copied'));
    } catch {
      setCopying('refused');
    }
  };
  const share = async () => {
    try {
      await navigator.share({ url });
    } catch (thrown) {
      // Closing the share sheet is no failure.
      if (!(thrown instanceof DOMException && thrown.name === 'AbortError')) await copy();
    }
  };
  const hasSheet = typeof navigator.share === 'function';
  return { copying, copy: () => void copy(), share: hasSheet ? () => void share() : null };
}
