import {
  Anchor,
  Button,
  Group,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Textarea,
  Title,
  VisuallyHidden,
  useComputedColorScheme,
} from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import { Suspense, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { maxBioLength, maxNameLength } from '../../../core/profile/draft';
import { maxLinks } from '../../../core/links/link';
import { inOrder } from '../../../core/profile/stored-profile';
import type { Failure } from '../../data/failure';
import { usePublished } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { setField } from '../../draft/draft-edit';
import { useDraft } from '../../draft/draft-provider';
import { useDraftPicture, PictureChooser, usePictureUpload } from './picture-chooser';
import { useText } from '../../messages/text';
import { PublishBar } from '../../publish/publish-bar';
import { setUpSteps, useSetUp, type SetUpStep } from '../../first-steps/use-set-up';
import { Counter } from '../../form/text-length';
import { Dialog } from '../../dialog/dialog';
import { EmptyState, LinksPicture } from '../../page/empty-state';
import { FailureAlert } from '../../feedback/failure-alert';
import { Initial, Panel } from '../../panel/panel';
import { later } from '../../loading/later';
import { LoadBoundary } from '../../loading/load-boundary';
import { Page } from '../../page/page';
import { useToast } from '../../feedback/toast';
import { AddLink } from './add-link';
import { HandleField } from './handle-field';
import { LinkList } from './link-list';
import { LinkTools } from './link-tools';
import { LookPanel } from './look-panel';
import styles from './picture.module.css';
import previewFrameStyles from './preview-frame.module.css';
import profileStyles from './profile.module.css';
import setUpStyles from './set-up.module.css';

/** Pixels: four times the displayed size. */
const side = 512;

export function PictureField() {
  const text = useText();
  const { notify } = useToast();
  const { draft, problems, edit } = useDraft();
  const live = usePublished();
  const published = live.kind === 'ready' ? live.value : null;
  const url = useDraftPicture(draft, published);
  const upload = usePictureUpload({
    purpose: 'own picture',
    // The published picture stays until the next publish.
    freeSlot: () => (published?.picture?.slot === 'picture-a' ? 'picture-b' : 'picture-a'),
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
          side={side}
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
          <Text size="xs" c="dimmed" mt={6}>
            {text('picture.rules')}
          </Text>
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
  const live = usePublished();
  const handle = live.kind === 'ready' ? (live.value?.handle ?? null) : null;
  const links = inOrder(draft.links);
  return (
    <Panel id="links" heading={text('links.heading')} note={text('links.count', { count: links.length })}>
      {links.length < maxLinks ? <AddLink /> : <p>{text('links.full', { max: maxLinks })}</p>}
      {problems.links && <p role="alert">{problems.links}</p>}
      {links.length === 0 ? (
        <EmptyState
          picture={<LinksPicture />}
          title={text('links.emptyTitle')}
          text={text('links.emptyText')}
        />
      ) : (
        <LinkList links={links} />
      )}
      <LinkTools handle={handle} />
      <VisuallyHidden id="link-drag-help">{text('links.dragHelp')}</VisuallyHidden>
    </Panel>
  );
}

/** The width of the card in CSS pixels. */
const frameWidths = { phone: 360, desktop: 760 } as const;

interface PreviewFrameProps {
  readonly width: keyof typeof frameWidths;
  readonly scheme: 'light' | 'dark';
  readonly children: ReactNode;
}

/** A page of a real width, scaled to fit. */
export function PreviewFrame({ width, scheme, children }: PreviewFrameProps) {
  const { ref, width: room } = useElementSize();
  const wanted = frameWidths[width];
  const scale = room > 0 ? Math.min(1, room / wanted) : 1;
  return (
    <div ref={ref} className={previewFrameStyles.room}>
      <div
        className={previewFrameStyles.frame}
        data-scheme={scheme}
        data-width={width}
        style={{ width: wanted, zoom: scale }}
      >
        <div className={previewFrameStyles.chrome} aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
        <div className={previewFrameStyles.page}>{children}</div>
      </div>
    </div>
  );
}

const DraftCard = later(async () => (await import('./draft-card')).DraftCard);

const widths = ['phone', 'desktop'] as const;
const colorSchemes = ['light', 'dark'] as const;
const isOneOf = <T extends string>(all: readonly T[], value: string): value is T =>
  (all as readonly string[]).includes(value);

/** The real card with the draft, in a frame of a phone's or a desktop's width. */
export function PreviewPane() {
  const text = useText();
  const ours = useComputedColorScheme('light');
  const [width, setWidth] = useState<(typeof widths)[number]>('phone');
  const [chosen, setChosen] = useState<(typeof colorSchemes)[number] | null>(null);
  const scheme = chosen ?? ours;

  return (
    <section className={profileStyles.preview} aria-label={text('preview.heading')}>
      <div className={profileStyles.previewTop}>
        <Title order={2}>{text('preview.heading')}</Title>
        <div className={profileStyles.previewSwitches}>
          <SegmentedControl
            aria-label={text('preview.width')}
            value={width}
            onChange={(value) => isOneOf(widths, value) && setWidth(value)}
            data={widths.map((value) => ({ value, label: text(`preview.${value}`) }))}
          />
          <SegmentedControl
            aria-label={text('preview.scheme')}
            value={scheme}
            onChange={(value) => isOneOf(colorSchemes, value) && setChosen(value)}
            data={colorSchemes.map((value) => ({ value, label: text(`preview.${value}`) }))}
          />
        </div>
      </div>
      <PreviewFrame width={width} scheme={scheme}>
        <LoadBoundary>
          <Suspense fallback={<Skeleton height={320} radius="lg" />}>
            <DraftCard scheme={scheme} />
          </Suspense>
        </LoadBoundary>
      </PreviewFrame>
      <Text size="xs" c="dimmed" ta="center" mt={10}>
        {text('preview.caption')}
      </Text>
    </section>
  );
}

/** Whether visitors see the page, and the way to take it down. Absent until the owner has published. */
export function VisibilityPanel() {
  const text = useText();
  const intl = useIntl();
  const { host } = useBackend();
  const live = usePublished();
  const published = live.kind === 'ready' ? live.value : null;
  if (published === null) return null;
  const address = `${new URL(host).host}/@${published.handle}`;
  const { takenDownAt } = published;
  return (
    <Panel id="visibility" heading={text('visibility.heading')}>
      <Text size="sm" mb={takenDownAt === null ? 'md' : 0}>
        {takenDownAt === null
          ? text('visibility.public', { address })
          : text('visibility.down', { date: intl.formatDate(takenDownAt, { dateStyle: 'long' }) })}
      </Text>
      {takenDownAt === null && <TakeDown address={address} />}
    </Panel>
  );
}

function TakeDown({ address }: { readonly address: string }) {
  const text = useText();
  const { api } = useBackend();
  const { notify } = useToast();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const close = () => {
    setAsking(false);
    setFailure(null);
  };
  const takeDown = async () => {
    setBusy(true);
    setFailure(null);
    const answer = await api.unpublish();
    setBusy(false);
    if (!answer.ok) return setFailure(answer.problem);
    close();
    notify(text('visibility.done'));
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {text('visibility.takeDown')}
      </Button>
      <Dialog open={isAsking} onClose={close} title={text('visibility.askTitle')}>
        <Text size="sm">{text('visibility.askText', { address })}</Text>
        {failure && <FailureAlert failure={failure} />}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close}>
            {text('visibility.keep')}
          </Button>
          <Button color="red" loading={isBusy} onClick={() => void takeDown()}>
            {text('visibility.confirm')}
          </Button>
        </Group>
      </Dialog>
    </>
  );
}

const places: Readonly<Record<Exclude<SetUpStep, 'tip'>, string>> = {
  account: '/account#sign-in-methods',
  about: '/profile#about',
  link: '/profile#links',
  publish: '/profile#about',
  payments: '/payments',
  share: '/embed#code',
};

/** The steps to the first tip, until all are done or the owner hides them. */
export function SetUpPanel() {
  const text = useText();
  const setUp = useSetUp();
  if (setUp === null || setUp.hidden) return null;
  const { done, hide, livemode } = setUp;
  const next = setUpSteps.find((step) => !done.has(step));
  return (
    <div className={setUpStyles.panel}>
      <Panel
        id="set-up"
        heading={text('setUp.heading')}
        note={text('setUp.count', { done: done.size, all: setUpSteps.length })}
        aside={
          <Button size="compact-sm" variant="default" onClick={() => hide(true)}>
            {text('setUp.hide')}
          </Button>
        }
      >
        <ol className={setUpStyles.steps}>
          {setUpSteps.map((step) => (
            <li key={step} data-done={done.has(step) || undefined}>
              {done.has(step) ? (
                <IconCircleCheck size={20} stroke={1.8} aria-hidden />
              ) : (
                <IconCircle size={20} stroke={1.6} aria-hidden />
              )}
              <span>
                {done.has(step) ? (
                  <>
                    {text(`setUp.${step}`)}
                    <VisuallyHidden>, {text('setUp.done')}</VisuallyHidden>
                  </>
                ) : (
                  <Way step={step}>{text(`setUp.${step}`)}</Way>
                )}
                {step === next && (
                  <Text size="sm" c="dimmed">
                    {text(
                      step === 'tip' ? (livemode ? 'setUp.tipLive' : 'setUp.tipTest') : `setUp.${step}Text`,
                    )}
                  </Text>
                )}
              </span>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  );
}

/** A link to where the step is done. The tip is sent on the public page, which exists after publishing. */
function Way({ step, children }: { readonly step: SetUpStep; readonly children: ReactNode }) {
  const { host } = useBackend();
  const live = usePublished();
  if (step !== 'tip')
    return (
      <Anchor component={Link} to={places[step]}>
        {children}
      </Anchor>
    );
  const handle = live.kind === 'ready' ? live.value?.handle : undefined;
  if (handle === undefined) return children;
  return (
    <Anchor href={`${host}/@${handle}`} target="_blank" rel="noreferrer">
      {children}
    </Anchor>
  );
}

const sides = ['edit', 'preview'] as const;

/** The editor beside a preview of the real card; on a phone one of them at a time. */
export function ProfileScreen() {
  const text = useText();
  const [side, setSide] = useState<string>('edit');
  return (
    <Page title={text('profile.title')} lead={text('profile.lead')} actions={<PublishBar />}>
      <SetUpPanel />
      <SegmentedControl
        className={profileStyles.sides ?? ''}
        fullWidth
        size="sm"
        aria-label={text('profile.side')}
        value={side}
        onChange={setSide}
        data={sides.map((value) => ({ value, label: text(`profile.${value}`) }))}
      />
      <div className={profileStyles.columns} data-side={side}>
        <div className={profileStyles.editor}>
          <AboutPanel />
          <LinksPanel />
          <LookPanel />
          <VisibilityPanel />
        </div>
        <PreviewPane />
      </div>
    </Page>
  );
}
