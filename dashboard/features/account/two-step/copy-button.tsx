import { Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../messages/text';
import { useAnnounce } from '../../../ui/announcer';

/** Copies a text. Where the browser does not allow it, the text can still be selected. */
export function CopyButton({ content, label }: { readonly content: string; readonly label: string }) {
  const text = useText();
  const announce = useAnnounce();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(content);
      setCopied(true);
      announce(text('twoStep.copied'));
    } catch {
      setCopied(false);
    }
  };
  return (
    <Button size="compact-sm" variant="default" onClick={() => void copy()}>
      {copied ? text('twoStep.copied') : label}
    </Button>
  );
}
