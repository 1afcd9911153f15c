import {
  Alert,
  Box,
  Button,
  Checkbox,
  FileButton,
  Group,
  List,
  NativeSelect,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { nanoid } from 'nanoid';
import { useEffect, useMemo, useRef, useState, type DragEvent, type FormEvent, type ReactNode } from 'react';
import {
  decodeImport,
  maxImportBytes,
  maxImportLinks,
  readImport,
  type ImportColumns,
  type ImportFault,
  type ImportedLink,
  type ImportRead,
  type RefusedRow,
} from '@busker/core/imports/read-import';
import { maxLabelLength, maxLinks, type DraftLink } from '@busker/core/links/link';
import { readableAddress } from '@busker/core/links/readable-address';
import { characterLength } from '@busker/core/text/text';
import { Dialog } from '../../dialog/dialog';
import { removeField, setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useToast } from '../../feedback/toast';
import { useFaultText, useText } from '../../messages/text';
import { Tag } from '../../panel/panel';
import { placeOf, readLink, roomIn } from './add-link';
import { lastOrder } from './link-edits';
import styles from './profile.module.css';

type Fault = ImportFault | 'unreadable';
type Found = Extract<ImportRead, { readonly kind: 'links' }>;

type Stage =
  | { readonly kind: 'choose'; readonly fault: Fault | null }
  | { readonly kind: 'columns'; readonly content: string; readonly names: readonly string[] }
  | { readonly kind: 'preview'; readonly found: Found };

/** Lets an owner bring links from anywhere: a file or pasted text, then a list of what was found, then one edit of the draft. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const [stage, setStage] = useState<Stage>({ kind: 'choose', fault: null });
  const [pasted, setPasted] = useState('');
  const again = () => setStage({ kind: 'choose', fault: null });
  const show = (content: string, columns?: ImportColumns) => {
    const read = readImport(content, { read: readLink, columns });
    if (!read.ok) setStage({ kind: 'choose', fault: read.problem });
    else if (read.value.kind === 'links') setStage({ kind: 'preview', found: read.value });
    else setStage({ kind: 'columns', content, names: read.value.names });
  };
  const open = async (file: File | null) => {
    if (!file) return;
    const content = await contentOf(file);
    if ('fault' in content) setStage({ kind: 'choose', fault: content.fault });
    else show(content.text);
  };
  return (
    <Dialog open onClose={onClose} title={text('import.open')} size="lg">
      {stage.kind === 'choose' && (
        <ChooseSource
          fault={stage.fault}
          pasted={pasted}
          onPaste={setPasted}
          onFile={(file) => void open(file)}
          onShow={() => show(pasted)}
        />
      )}
      {stage.kind === 'columns' && (
        <ChooseColumns
          names={stage.names}
          onBack={again}
          onChoose={(columns) => show(stage.content, columns)}
        />
      )}
      {stage.kind === 'preview' && <Preview found={stage.found} onBack={again} onDone={onClose} />}
    </Dialog>
  );
}

type Content = { readonly text: string } | { readonly fault: Fault };

/** A file that is too large is not read at all. A dropped folder cannot be. */
async function contentOf(file: File): Promise<Content> {
  if (file.size > maxImportBytes) return { fault: 'too-large' };
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return { fault: 'unreadable' };
  }
  const decoded = decodeImport(new Uint8Array(bytes));
  return decoded.ok ? { text: decoded.value } : { fault: decoded.problem };
}

interface ChooseSourceProps {
  readonly fault: Fault | null;
  readonly pasted: string;
  readonly onPaste: (pasted: string) => void;
  readonly onFile: (file: File | null) => void;
  readonly onShow: () => void;
}

/** The browser itself puts text where it is dropped in the field, and moves it there. */
const isInText = ({ target }: DragEvent): boolean => target instanceof HTMLTextAreaElement;

function ChooseSource({ fault, pasted, onPaste, onFile, onShow }: ChooseSourceProps) {
  const text = useText();
  const { draft } = useDraft();
  const reset = useRef<() => void>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    const dropped = event.dataTransfer.getData('text');
    setOver(false);
    if (file === undefined && isInText(event)) return;
    event.preventDefault();
    if (file) onFile(file);
    else if (dropped !== '') onPaste(pasted === '' ? dropped : `${pasted}\n${dropped}`);
  };
  const over = (event: DragEvent) => {
    if (isInText(event) && !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onShow();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
        <Text size="sm">{text('import.about')}</Text>
        <Text size="sm" c="dimmed">
          {text('import.limits', { max: maxImportLinks, room: roomIn(draft.links), all: maxLinks })}
        </Text>
        {fault !== null && (
          <Alert role="alert" color="yellow">
            {text(`import.fault.${fault}`)}
          </Alert>
        )}
        <div className={styles.dropPlace} data-over={isOver || undefined}>
          <Text size="sm">{text('import.drop')}</Text>
          <FileButton
            resetRef={reset}
            onChange={(file) => {
              reset.current?.();
              onFile(file);
            }}
          >
            {(props) => (
              <Button {...props} variant="default" data-autofocus>
                {text('import.choose')}
              </Button>
            )}
          </FileButton>
        </div>
        <Textarea
          label={text('import.paste')}
          minRows={4}
          maxRows={8}
          autosize
          spellCheck={false}
          value={pasted}
          onChange={(event) => onPaste(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit">{text('import.show')}</Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The new part of the dialog takes the focus, because the pressed button is gone. */
function Begin({ children }: { readonly children: ReactNode }) {
  const start = useRef<HTMLParagraphElement>(null);
  useEffect(() => start.current?.focus(), []);
  return (
    <Text ref={start} fw={600} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </Text>
  );
}

interface ChooseColumnsProps {
  readonly names: readonly string[];
  readonly onBack: () => void;
  readonly onChoose: (columns: ImportColumns) => void;
}

function ChooseColumns({ names, onBack, onChoose }: ChooseColumnsProps) {
  const text = useText();
  const [address, setAddress] = useState('0');
  const [title, setTitle] = useState('');
  const columns = names.map((name, at) => ({ value: String(at), label: name || String(at + 1) }));
  return (
    <Stack gap="md">
      <Begin>{text('import.askColumns')}</Begin>
      <NativeSelect
        label={text('import.addresses')}
        data={columns}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <NativeSelect
        label={text('import.names')}
        data={[{ value: '', label: text('import.noNames') }, ...columns]}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {text('thank.back')}
        </Button>
        <Button
          onClick={() => onChoose({ address: Number(address), title: title === '' ? null : Number(title) })}
        >
          {text('import.show')}
        </Button>
      </Group>
    </Stack>
  );
}

type Before = 'there' | 'twice' | null;

/** Which links the list has already, and which the file has twice. */
function beforeOf(
  found: readonly ImportedLink[],
  links: Readonly<Record<string, DraftLink>>,
): readonly Before[] {
  const there = new Set(Object.values(links).map(({ url }) => placeOf(url)));
  const seen = new Set<string>();
  return found.map(({ url }) => {
    const place = placeOf(url);
    const before = there.has(place) ? 'there' : seen.has(place) ? 'twice' : null;
    seen.add(place);
    return before;
  });
}

interface PreviewProps {
  readonly found: Found;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

function Preview({ found, onBack, onDone }: PreviewProps) {
  const text = useText();
  const { notify } = useToast();
  const { draft, edit } = useDraft();
  const { links, refused, leftOut, counts } = found;
  const room = roomIn(draft.links);
  const before = useMemo(() => beforeOf(links, draft.links), [links, draft.links]);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => {
    const fresh = links.map((_, at) => at).filter((at) => before[at] === null);
    return new Set(fresh.slice(0, room));
  });
  const choose = (at: number, isOn: boolean) =>
    setChosen((those) => new Set(isOn ? [...those, at] : [...those].filter((each) => each !== at)));
  const count = chosen.size;

  const add = () => {
    const first = lastOrder(draft.links) + 1;
    const taken = links.filter((_, at) => chosen.has(at)).map((link) => [nanoid(10), link] as const);
    edit(...taken.map(([id, link], at) => setField(['links', id], draftLinkOf(link, first + at))));
    onDone();
    notify(text('links.addedMany', { count }), {
      label: text('links.undo'),
      run: () => edit(...taken.map(([id]) => removeField(['links', id]))),
    });
  };

  return (
    <Stack gap="md">
      <Begin>{text('import.found', { count: links.length })}</Begin>
      {leftOut > 0 && (
        <Text size="sm">{text('import.leftOut', { count: leftOut, max: maxImportLinks })}</Text>
      )}
      {links.length > 1 && (
        <Checkbox
          label={text('import.all')}
          checked={count === links.length}
          indeterminate={count > 0 && count < links.length}
          onChange={(event) => setChosen(new Set(event.currentTarget.checked ? links.keys() : []))}
        />
      )}
      {links.length > 0 && (
        <ul className={styles.found} aria-label={text('links.heading')}>
          {links.map((link, at) => (
            <FoundLink
              key={at}
              link={link}
              before={before[at] ?? null}
              isChosen={chosen.has(at)}
              onChoose={(isOn) => choose(at, isOn)}
            />
          ))}
        </ul>
      )}
      {refused.length > 0 && <NotTaken refused={refused} counts={counts} />}
      {count > room && (
        <Alert role="alert" color="yellow">
          {text('import.noRoom', { room, max: maxLinks })}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {text('thank.back')}
        </Button>
        <Button disabled={count === 0 || count > room} onClick={add}>
          {text('import.add', { count })}
        </Button>
      </Group>
    </Stack>
  );
}

const draftLinkOf = ({ url, label, group, on, icon }: ImportedLink, order: number): DraftLink => ({
  url,
  label,
  order,
  on,
  group,
  sign: icon === null ? null : { kind: 'icon', icon },
});

interface FoundLinkProps {
  readonly link: ImportedLink;
  readonly before: Before;
  readonly isChosen: boolean;
  readonly onChoose: (isOn: boolean) => void;
}

function FoundLink({ link: { url, label, group, on }, before, isChosen, onChoose }: FoundLinkProps) {
  const text = useText();
  const isLong = characterLength(label) > maxLabelLength;
  return (
    <li>
      <Checkbox
        classNames={{ body: styles.foundBody ?? '', labelWrapper: styles.foundLabel ?? '' }}
        checked={isChosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
        label={
          <>
            <span className={styles.linkLabel} dir="auto">
              {label}
            </span>
            <span className={styles.linkUrl} dir="ltr">
              {readableAddress(url)}
            </span>
          </>
        }
        description={
          (group !== null || !on || before !== null || isLong) && (
            <span className={styles.foundMarks}>
              {group !== null && <Tag tone="plain">{group}</Tag>}
              {!on && <Tag tone="plain">{text('links.hidden')}</Tag>}
              {before !== null && <Tag tone="warn">{text(`import.${before}`)}</Tag>}
              {isLong && (
                <Text component="span" size="xs">
                  {text('import.tooLong', { max: maxLabelLength })}
                </Text>
              )}
            </span>
          )
        }
      />
    </li>
  );
}

interface NotTakenProps {
  readonly refused: readonly RefusedRow[];
  readonly counts: Found['counts'];
}

function NotTaken({ refused, counts }: NotTakenProps) {
  const text = useText();
  const faultText = useFaultText();
  return (
    // Not "alert": a reader would say hundreds of lines at once, over what has the focus.
    <Alert role="note" color="yellow" title={text('links.notTaken')}>
      {/* Scrolls, so that the keyboard has to reach it. */}
      <Box className={styles.notTaken ?? ''} tabIndex={0} role="group" aria-label={text('links.notTaken')}>
        <List size="sm">
          {refused.map(({ at, name, why }, index) => (
            <List.Item key={index}>
              {text(counts === 'lines' ? 'import.line' : 'import.entry', { at })}
              {name !== '' && (
                <>
                  {' '}
                  <bdi>{name}</bdi>
                </>
              )}
              {': '}
              {why === 'heading-empty' ? text('import.headingEmpty') : faultText(why)}
            </List.Item>
          ))}
        </List>
      </Box>
    </Alert>
  );
}
