import {
  Button,
  Group,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
  Textarea,
  VisuallyHidden,
} from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { maxBioLength, maxNameLength } from '@busker/core/profile/draft';
import { maxLinks } from '@busker/core/links/link';
import { inOrder, pageAddress } from '@busker/core/profile/profile';
import { loaded, usePublished } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useDraftPicture, PictureChooser, usePictureUpload } from './picture-chooser';
import { useText } from '../../messages/text';
import { PublishBar } from '../../publish/publish-bar';
import { Counter } from '../../form/text-length';
import { Dialog } from '../../dialog/dialog';
import { EmptyState, LinksPicture } from '../../page/empty-state';
import { FailureAlert } from '../../feedback/failure-alert';
import { useAsk } from '../../form/ask-form';
import { Initial, Panel } from '../../panel/panel';
import { Page } from '../../page/page';
import { useToast } from '../../feedback/toast';
import { AddBlock } from './add-block';
import { AddLink } from './add-link';
import { HandleField } from './handle-field';
import { entriesOf } from './link-edits';
import { PageList } from './link-list';
import { LinkTools } from './link-tools';
import { CardLookPanel, LookPanel } from './look-panel';
import { ownPicture } from './picture-file';
import styles from './profile.module.css';
import { SetUpPanel } from './set-up-panel';
import { PreviewPane } from './preview-pane';
import { PlainButton, Small } from '../../theme/theme';
import { Note } from '../../theme/owner-parts';

export function PictureField() {
  const text = useText();
  const { notify } = useToast();
  const { draft, problems, edit } = useDraft();
  const published = loaded(usePublished());
  const url = useDraftPicture(draft, published);
  const upload = usePictureUpload({
    purpose: ownPicture.purpose,
    freeSlot: () => ownPicture.freeSlot(published),
    onArrived: (picture) => {
      edit(setField(['picture'], picture));
      notify(text('picture.done'));
    },
  });

  return (
    <div className={styles.row}>
      {url ? (
        <img className={styles.face} src={url} alt={text('picture.alt')} />
      ) : (
        <Initial name={draft.name || '?'} size={72} />
      )}
      <div className={styles.beside}>
        <PictureChooser
          label={text(draft.picture ? 'picture.change' : 'picture.choose')}
          shape="round"
          side={ownPicture.side}
          upload={upload}
          beside={
            draft.picture && (
              <Button
                variant="subtle"
                color="gray"
                size="xs"
                onClick={() => edit(setField(['picture'], null))}
              >
                {text('picture.remove')}
              </Button>
            )
          }
        >
          <Note mt={6}>{text('picture.rules')}</Note>
          {problems.picture && (
            <Text size="xs" c="red" role="alert">
              {problems.picture}
            </Text>
          )}
        </PictureChooser>
      </div>
    </div>
  );
}

export function AboutPanel() {
  const text = useText();
  const { draft, problems, type } = useDraft();
  return (
    <Panel id="about" heading={text('profile.about')}>
      <Stack gap="md">
        <PictureField />
        <HandleField />
        <TextInput
          id="field-name"
          label={text('field.name')}
          placeholder={text('profile.namePlaceholder')}
          autoComplete="name"
          value={draft.name}
          onChange={(event) => type(setField(['name'], event.currentTarget.value))}
          error={problems.name}
          description={<Counter text={draft.name} max={maxNameLength} />}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
        />
        <Textarea
          id="field-bio"
          label={text('field.bio')}
          placeholder={text('profile.bioPlaceholder')}
          autosize
          minRows={3}
          maxRows={8}
          value={draft.bio}
          onChange={(event) => type(setField(['bio'], event.currentTarget.value))}
          error={problems.bio}
          description={<Counter text={draft.bio} max={maxBioLength} />}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
        />
      </Stack>
    </Panel>
  );
}

export function LinksPanel() {
  const text = useText();
  const { draft, problems } = useDraft();
  const handle = loaded(usePublished())?.handle ?? null;
  const entries = inOrder(entriesOf(draft));
  const count = Object.keys(draft.links).length;
  const [fresh, setFresh] = useState<string | null>(null);
  return (
    <Panel id="links" heading={text('blocks.heading')} note={text('links.count', { count })}>
      {count < maxLinks ? <AddLink onAdded={setFresh} /> : <p>{text('links.full', { max: maxLinks })}</p>}
      {problems.links && <p role="alert">{problems.links}</p>}
      <AddBlock onAdded={setFresh} />
      {problems.blocks && <p role="alert">{problems.blocks}</p>}
      {entries.length === 0 ? (
        <EmptyState
          picture={<LinksPicture />}
          title={text('links.emptyTitle')}
          text={text('links.emptyText')}
        />
      ) : (
        <PageList entries={entries} fresh={fresh} />
      )}
      <LinkTools handle={handle} />
      <VisuallyHidden id="link-drag-help">{text('links.dragHelp')}</VisuallyHidden>
    </Panel>
  );
}

/** Whether visitors see the page, and the way to take it down. Absent until the owner has published. */
export function VisibilityPanel() {
  const text = useText();
  const intl = useIntl();
  const { host } = useBackend();
  const published = loaded(usePublished());
  if (published === null) return null;
  const address = pageAddress(published, host).replace(/^https?:\/\/|\/$/g, '');
  const { takenDownAt } = published;
  return (
    <Panel id="visibility" heading={text('visibility.heading')}>
      <Small mb={takenDownAt === null ? 'md' : 0}>
        {takenDownAt === null
          ? text('visibility.public', { address })
          : text('visibility.down', { date: intl.formatDate(takenDownAt, { dateStyle: 'long' }) })}
      </Small>
      {takenDownAt === null && <TakeDown address={address} />}
    </Panel>
  );
}

function TakeDown({ address }: { readonly address: string }) {
  const text = useText();
  const { api } = useBackend();
  const { notify } = useToast();
  const [isAsking, setAsking] = useState(false);
  const { busy: isBusy, failure, ask, setFailure } = useAsk();
  const close = () => {
    setAsking(false);
    setFailure(null);
  };
  const takeDown = async () => {
    const answer = await ask(() => api.unpublish());
    if (!answer.ok) return;
    close();
    notify(text('visibility.done'));
  };
  return (
    <>
      <PlainButton onClick={() => setAsking(true)}>{text('visibility.takeDown')}</PlainButton>
      <Dialog open={isAsking} onClose={close} title={text('visibility.askTitle')}>
        <Small>{text('visibility.askText', { address })}</Small>
        {failure && <FailureAlert failure={failure} />}
        <Group justify="flex-end" mt="lg" gap="xs">
          <PlainButton onClick={close}>{text('visibility.keep')}</PlainButton>
          <Button color="red" loading={isBusy} onClick={() => void takeDown()}>
            {text('visibility.confirm')}
          </Button>
        </Group>
      </Dialog>
    </>
  );
}

const sides = ['edit', 'preview'] as const;

/** The editor beside a preview of the real card; on a phone one of them at a time. */
export function ProfileScreen() {
  const text = useText();
  const [side, setSide] = useState<string>('edit');
  return (
    <Page title={text('profile.title')} lead={text('profile.lead')} actions={<PublishBar />}>
      <SegmentedControl
        className={styles.sides ?? ''}
        fullWidth
        size="sm"
        aria-label={text('profile.side')}
        value={side}
        onChange={setSide}
        data={sides.map((value) => ({ value, label: text(`profile.${value}`) }))}
      />
      <div className={styles.columns} data-side={side}>
        <div className={styles.editor}>
          <SetUpPanel />
          <AboutPanel />
          <LinksPanel />
          <LookPanel />
          <CardLookPanel />
          <VisibilityPanel />
        </div>
        <PreviewPane />
      </div>
    </Page>
  );
}
