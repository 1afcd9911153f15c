import { Alert, Button, FileButton, Group, List } from '@mantine/core';
import { nanoid } from 'nanoid';
import { useRef, useState } from 'react';
import * as v from 'valibot';
import { fault } from '../../../core/base/field-faults';
import { fail, ok, type Result } from '../../../core/base/result';
import type { Look } from '../../../core/profile/draft';
import { maxLabelLength, maxLinks, type DraftLink } from '../../../core/links/link';
import { parsePublicProfile } from '../../../core/profile/public-profile';
import { readableAddress } from '../../../core/links/readable-address';
import { useBackend } from '../../session/session';
import { removeField, setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { lastOrder } from './link-edits';
import { useFaultText, useText } from '../../messages/text';
import { saveFile } from '../../exports/export-file';
import { useToast } from '../../feedback/toast';
import { AskAgain, fitting, roomIn, readLink } from './add-link';

interface ProfileFile {
  readonly links: readonly Omit<DraftLink, 'order'>[];
  /** Those that are not imported, and why. */
  readonly refused: readonly RefusedLink[];
  readonly name: string | null;
  readonly bio: string | null;
  readonly look: Look | null;
}

/** A link of a file that is not imported. `fault`: a fault code. */
interface RefusedLink {
  readonly name: string;
  readonly fault: string;
}

/**
 * Reads the public JSON of a profile, a plain list of links (`[{"url": …}]`), or the export of another link page: any list of objects with an address
 * and mostly a title. Links that cannot be published are named, the others are read. The result only goes into the draft.
 */
export function readProfileFile(content: string): Result<ProfileFile, 'unreadable'> {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    return fail('unreadable');
  }
  const profile = parsePublicProfile(json);
  if (profile.ok) {
    const { links, name, bio, look } = profile.value;
    return ok({ links: links.map(draftLinkOf), refused: [], name, bio, look });
  }
  const listed = listOf(json);
  if (listed === null) return fail('unreadable');
  const { links, refused } = readEntries(listed);
  return links.length + refused.length > 0
    ? ok({ links, refused, name: null, bio: null, look: null })
    : fail('unreadable');
}

/** The names that other link pages give a link's parts in their exports. */
const entry = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((given) => {
    const first = (...keys: readonly string[]) =>
      keys.map((key) => given[key]).find((each) => typeof each === 'string' && each.trim() !== '');
    const asText = (each: unknown) => (typeof each === 'string' ? each.trim() : null);
    return {
      address: asText(first('url', 'link', 'href', 'address')),
      title: asText(first('label', 'title', 'name', 'text')),
      group: asText(first('group')),
      isOn: given['active'] !== false && given['on'] !== false && given['enabled'] !== false,
    };
  }),
);

function listOf(json: unknown): readonly unknown[] | null {
  const listed: unknown = typeof json === 'object' && json !== null && 'links' in json ? json.links : json;
  const list = v.safeParse(v.array(v.unknown()), listed);
  return list.success ? list.output : null;
}

/** An entry without an address is a heading: the links after it are under it. */
function readEntries(listed: readonly unknown[]): Pick<ProfileFile, 'links' | 'refused'> {
  const links: Omit<DraftLink, 'order'>[] = [];
  const refused: RefusedLink[] = [];
  let heading: string | null = null;
  for (const [at, each] of listed.entries()) {
    const read = v.safeParse(entry, each);
    if (!read.success) {
      refused.push({ name: String(at + 1), fault: fault('link-unreadable') });
      continue;
    }
    const { address, title, group, isOn } = read.output;
    if (address === null) {
      if (title === null) refused.push({ name: String(at + 1), fault: fault('url-missing') });
      heading = title ?? heading;
      continue;
    }
    const typed = readLink(address);
    const name = title ?? address;
    if (typed.kind === 'refused') refused.push({ name, fault: typed.fault });
    else if (typed.kind === 'name') refused.push({ name, fault: fault('url-no-domain') });
    else {
      const url = typed.kind === 'url' ? typed.url : typed.mail;
      links.push({ ...draftLinkOf({ url, label: title ?? undefined, group: group ?? heading }), on: isOn });
    }
  }
  return { links, refused };
}

interface FileLink {
  readonly url: string;
  readonly label?: string | undefined;
  readonly group?: string | null | undefined;
  readonly icon?: string | null | undefined;
}

/** Texts come whole: what is too long has an error in the editor. Pictures are not imported: a profile can show only its owner's uploads. */
function draftLinkOf({ url, label, group, icon }: FileLink): Omit<DraftLink, 'order'> {
  return {
    url,
    label: label?.trim() || readableAddress(url).slice(0, maxLabelLength),
    on: true,
    group: group?.trim() || null,
    sign: icon ? { kind: 'icon', icon } : null,
  };
}

type LinkToolsFileLink = ProfileFile['links'][number];

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
  const [again, setAgain] = useState<readonly LinkToolsFileLink[]>([]);

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
  const add = (
    added: readonly LinkToolsFileLink[],
    leftOut: number,
    refused: readonly RefusedLink[] = [],
  ) => {
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
