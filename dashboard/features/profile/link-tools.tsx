import { Alert, Button, FileButton, Group, List } from '@mantine/core';
import { nanoid } from 'nanoid';
import { useRef, useState } from 'react';
import { maxLinks } from '../../../core/profile/link';
import { removeField, setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { lastOrder } from '../../draft/link-order';
import { useFaultText } from '../../messages/fault-text';
import { useText } from '../../messages/text';
import { saveFile } from '../../shared/save-file';
import { useToast } from '../../ui/toast';
import { useBackend } from '../../data/session';
import { AskAgain } from './ask-again';
import { fitting, roomIn } from './pasted-links';
import { readProfileFile, type ProfileFile, type RefusedLink } from './profile-file';

type FileLink = ProfileFile['links'][number];

/** Tools for all links: check, export, import. */
export function LinkTools({ handle }: { readonly handle: string | null }) {
  const text = useText();
  const faultText = useFaultText();
  const { siteChecks } = useBackend();
  const { draft, edit } = useDraft();
  const { notify, failed } = useToast();
  const [busy, setBusy] = useState(false);
  const reset = useRef<() => void>(null);
  const importButton = useRef<HTMLButtonElement>(null);
  /** Links of the last file that are in the list already, or twice in the file. */
  const [again, setAgain] = useState<readonly FileLink[]>([]);

  const check = async () => {
    setBusy(true);
    const answer = await siteChecks.checkLinks();
    setBusy(false);
    if (!answer.ok) return failed(answer.problem);
    const sick = Object.values(answer.value.links).filter(
      ({ state }) => state !== 'ok' && state !== 'unknown',
    );
    notify(text('links.checked', { count: sick.length }));
  };
  const take = async (live: string) => {
    const answer = await siteChecks.exportProfile(live);
    if (!answer.ok) return failed(answer.problem);
    saveFile(answer.value, `busker-${live}.json`);
  };
  const bring = async (file: File | null) => {
    reset.current?.();
    if (!file) return;
    const read = readProfileFile(await file.text());
    if (!read.ok) return notify(text('links.fileWrong'));
    const { added, leftOut, again: twice } = fitting(read.value.links, draft.links);
    setAgain(twice);
    const { refused } = read.value;
    if (added.length + leftOut + refused.length > 0 || twice.length === 0) add(added, leftOut, refused);
  };
  const add = (added: readonly FileLink[], leftOut: number, refused: readonly RefusedLink[] = []) => {
    const first = lastOrder(draft.links) + 1;
    const ids = added.map(() => nanoid(10));
    const noRoom = leftOut > 0 ? [text('links.leftOut', { count: leftOut, max: maxLinks })] : [];
    setNotTaken(refused);
    const brought = text('links.brought', { count: added.length });
    if (added.length === 0) return notify(noRoom[0] ?? brought);
    edit(...added.map((link, at) => setField(['links', ids[at] ?? ''], { ...link, order: first + at })));
    notify([brought, ...noRoom].join('. '), {
      label: text('links.undo'),
      run: () => edit(...ids.map((id) => removeField(['links', id]))),
    });
  };
  /** Links of the last file that cannot be published. */
  const [notTaken, setNotTaken] = useState<readonly RefusedLink[]>([]);
  const answered = () => {
    setAgain([]);
    importButton.current?.focus();
  };
  const keepBoth = () => {
    const room = roomIn(draft.links);
    add(again.slice(0, room), Math.max(0, again.length - room));
    answered();
  };

  return (
    <Group gap="xs" mt="md">
      {handle && (
        <>
          <Button size="xs" variant="default" loading={busy} onClick={() => void check()}>
            {text('links.check')}
          </Button>
          <Button size="xs" variant="default" onClick={() => void take(handle)}>
            {text('links.export')}
          </Button>
        </>
      )}
      <FileButton resetRef={reset} accept="application/json" onChange={(file) => void bring(file)}>
        {(props) => (
          <Button {...props} ref={importButton} size="xs" variant="default">
            {text('links.import')}
          </Button>
        )}
      </FileButton>
      {notTaken.length > 0 && (
        <Alert
          role="alert"
          color="yellow"
          w="100%"
          title={text('links.notTaken')}
          withCloseButton
          closeButtonLabel={text('toast.close')}
          onClose={() => {
            setNotTaken([]);
            importButton.current?.focus();
          }}
        >
          <List size="sm">
            {notTaken.map(({ name, fault }, at) => (
              <List.Item key={at}>
                <bdi>{name}</bdi>: {faultText(fault)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {again.length > 0 && (
        <AskAgain urls={again.map(({ url }) => url)} onKeep={keepBoth} onLeave={answered} />
      )}
    </Group>
  );
}
