import { Alert, Button, FileButton, Group, NativeSelect, Stack, TextInput, Textarea } from '@mantine/core';
import { useEffect, useRef, useState, type DragEvent, type FormEvent } from 'react';
import type { ImportAnswer } from '@busker/core/dashboard-api/owner-api';
import { decodeImport } from '@busker/core/imports/decode';
import {
  maxImportBytes,
  maxImportLinks,
  readImport,
  type FoundLinks,
  type ImportColumns,
  type ImportFault,
} from '@busker/core/imports/read-import';
import type { PageAbout } from '@busker/core/imports/read-page';
import { maxLinks } from '@busker/core/links/link';
import type { Failure } from '../../data/failure';
import { Dialog } from '../../dialog/dialog';
import { useDraft } from '../../draft/draft-provider';
import { FailureAlert } from '../../feedback/failure-alert';
import { useFaultText, useText } from '../../messages/text';
import { useBackend } from '../../session/session';
import { readLink, roomIn } from './add-link';
import { Begin, Preview } from './import-preview';
import { PlainButton, Small } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';
import styles from './profile.module.css';

type Fault = ImportFault | 'unreadable';

type Stage =
  | { readonly kind: 'choose'; readonly fault: Fault | null }
  | { readonly kind: 'columns'; readonly content: string; readonly names: readonly string[] }
  | { readonly kind: 'preview'; readonly found: FoundLinks; readonly about: PageAbout | null };

/** Lets an owner bring links from anywhere: a file or pasted text, then a list of what was found, then one edit of the draft. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const [stage, setStage] = useState<Stage>({ kind: 'choose', fault: null });
  const [pasted, setPasted] = useState('');
  const again = () => setStage({ kind: 'choose', fault: null });
  const show = (content: string, columns?: ImportColumns) => {
    const read = readImport(content, { read: readLink, columns });
    if (!read.ok) setStage({ kind: 'choose', fault: read.problem });
    else if (read.value.kind === 'links') setStage({ kind: 'preview', found: read.value, about: null });
    else setStage({ kind: 'columns', content, names: read.value.names });
  };
  const open = async (file: File | null) => {
    if (!file) return;
    const content = await contentOf(file);
    if ('fault' in content) setStage({ kind: 'choose', fault: content.fault });
    else show(content.text);
  };
  // A file that is dropped beside the place for it would replace Busker in this tab.
  useEffect(() => {
    const keep = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    addEventListener('dragover', keep);
    addEventListener('drop', keep);
    return () => {
      removeEventListener('dragover', keep);
      removeEventListener('drop', keep);
    };
  }, []);
  return (
    <Dialog open onClose={onClose} title={text('import.open')} size="lg">
      {stage.kind === 'choose' && (
        <ChooseSource
          fault={stage.fault}
          pasted={pasted}
          onPaste={setPasted}
          onFile={(file) => void open(file)}
          onShow={() => show(pasted)}
          onPage={({ name, bio, picture, ...found }) =>
            setStage({ kind: 'preview', found: { ...found, kind: 'links' }, about: { name, bio, picture } })
          }
        />
      )}
      {stage.kind === 'columns' && (
        <ChooseColumns
          names={stage.names}
          onBack={again}
          onChoose={(columns) => show(stage.content, columns)}
        />
      )}
      {stage.kind === 'preview' && (
        <Preview found={stage.found} about={stage.about} onBack={again} onDone={onClose} />
      )}
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
  readonly onPage: (page: ImportAnswer) => void;
}

/** The browser itself puts text where it is dropped in the field, and moves it there. */
const isInText = ({ target }: DragEvent): boolean => target instanceof HTMLTextAreaElement;

function ChooseSource({ fault, pasted, onPaste, onFile, onShow, onPage }: ChooseSourceProps) {
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
    <Stack gap="md" onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
      <Small>{text('import.about')}</Small>
      <Quiet>
        {text('import.limits', { max: maxImportLinks, room: roomIn(draft.links), all: maxLinks })}
      </Quiet>
      {fault !== null && (
        <Alert role="alert" color="yellow">
          {text(`import.fault.${fault}`)}
        </Alert>
      )}
      <div className={styles.dropPlace} data-over={isOver || undefined}>
        <Small>{text('import.drop')}</Small>
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
      <form onSubmit={submit} noValidate>
        <Textarea
          label={text('import.paste')}
          minRows={3}
          maxRows={8}
          autosize
          spellCheck={false}
          value={pasted}
          onChange={(event) => onPaste(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="xs">
          <Button type="submit">{text('import.show')}</Button>
        </Group>
      </form>
      <NameAddress onPage={onPage} />
    </Stack>
  );
}

type PageFault = NonNullable<ImportAnswer['failure']>;

function NameAddress({ onPage }: { readonly onPage: (page: ImportAnswer) => void }) {
  const text = useText();
  const faultText = useFaultText();
  const { siteChecks } = useBackend();
  const [url, setUrl] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | PageFault | null>(null);
  const read = async () => {
    setBusy(true);
    setFailure(null);
    const answer = await siteChecks.importPage(url);
    setBusy(false);
    if (!answer.ok) setFailure(answer.problem);
    else if (answer.value.failure === null) onPage(answer.value);
    else setFailure(answer.value.failure);
  };
  const isPageFault = typeof failure === 'string';
  const refused = isPageFault ? undefined : failure?.fields?.url;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && url.trim() !== '') void read();
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label={text('import.address')}
        description={text('import.addressHelp')}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        error={refused && faultText(refused)}
      />
      {isPageFault && (
        <Alert role="alert" color="yellow" mt="xs">
          {text(pageFaults[failure])} {keptFromUs.has(failure) && text('import.page.save')}
        </Alert>
      )}
      {failure !== null && !isPageFault && !refused && <FailureAlert failure={failure} />}
      <Group justify="flex-end" mt="xs">
        <PlainButton type="submit" loading={isBusy} disabled={url.trim() === ''}>
          {text('import.read')}
        </PlainButton>
      </Group>
    </form>
  );
}

/** A browser may have such a page, although our server has not. */
const keptFromUs: ReadonlySet<PageFault> = new Set([
  'robots',
  'refused',
  'sign-in',
  'no-answer',
  'timed-out',
  'too-large',
  'too-many-redirects',
]);

/** What the site check says of the same failures fits here, too. */
const pageFaults = {
  'not-allowed': 'check.failure.not-allowed',
  'name-not-found': 'check.failure.name-not-found',
  'no-answer': 'check.failure.no-answer',
  'timed-out': 'check.failure.timed-out',
  'too-many-redirects': 'check.failure.too-many-redirects',
  'too-large': 'import.page.too-large',
  'error-status': 'import.page.error-status',
  robots: 'import.page.robots',
  refused: 'import.page.refused',
  'sign-in': 'import.page.sign-in',
  'no-page': 'import.page.no-page',
  'no-links': 'import.page.no-links',
} as const satisfies Record<PageFault, string>;

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
        <PlainButton onClick={onBack}>{text('thank.back')}</PlainButton>
        <Button
          onClick={() => onChoose({ address: Number(address), title: title === '' ? null : Number(title) })}
        >
          {text('import.show')}
        </Button>
      </Group>
    </Stack>
  );
}
