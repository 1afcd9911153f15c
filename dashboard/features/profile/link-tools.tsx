import { Button, FileButton, Group } from '@mantine/core';
import { nanoid } from 'nanoid';
import { useRef, useState } from 'react';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { lastOrder } from '../../draft/link-order';
import { useText } from '../../messages/text';
import { saveFile } from '../../save-file';
import { useToast } from '../../ui/toast';
import { useBackend } from '../../use-backend';
import { fitting } from './pasted-links';
import { readProfileFile } from './profile-file';

/** For all links at once: look for dead ones, take along, bring in. */
export function LinkTools({ handle }: { readonly handle: string | null }) {
  const text = useText();
  const { host, reach } = useBackend();
  const { draft, edit } = useDraft();
  const { told, failed } = useToast();
  const [busy, setBusy] = useState(false);
  const reset = useRef<() => void>(null);

  const check = async () => {
    setBusy(true);
    const answer = await reach.checkLinks();
    setBusy(false);
    if (!answer.ok) return failed(answer.problem);
    const sick = Object.values(answer.value.links).filter(
      ({ state }) => state !== 'ok' && state !== 'unknown',
    );
    told(text('links.checked', { count: sick.length }));
  };
  const take = async () => {
    try {
      const answer = await fetch(`${host}/v1/profiles/${handle ?? ''}`);
      if (!answer.ok) return failed({ code: 'api/profile-not-found' });
      saveFile(await answer.blob(), `busker-${handle ?? ''}.json`);
    } catch {
      failed({ code: 'api/unreachable' });
    }
  };
  const bring = async (file: File | null) => {
    reset.current?.();
    if (!file) return;
    const read = readProfileFile(await file.text());
    if (!read.ok) return told(text('links.fileWrong'));
    const { links } = read.value;
    const urls = fitting(
      links.map(({ url }) => url),
      draft.links,
    );
    const added = links.filter(({ url }) => urls.includes(url));
    const first = lastOrder(draft.links) + 1;
    if (added.length > 0)
      edit(...added.map((link, at) => setField(['links', nanoid(10)], { ...link, order: first + at })));
    told(text('links.brought', { count: added.length }));
  };

  return (
    <Group gap="xs" mt="md">
      {handle && (
        <>
          <Button size="xs" variant="default" loading={busy} onClick={() => void check()}>
            {text('links.check')}
          </Button>
          <Button size="xs" variant="default" onClick={() => void take()}>
            {text('links.export')}
          </Button>
        </>
      )}
      <FileButton resetRef={reset} accept="application/json" onChange={(file) => void bring(file)}>
        {(props) => (
          <Button {...props} size="xs" variant="default">
            {text('links.import')}
          </Button>
        )}
      </FileButton>
    </Group>
  );
}
