import { Button, Group, Stack, Switch, Tabs } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { pageAddress, type StoredProfile } from '@busker/core/profile/profile';
import { useOnline } from '../../session/session';
import { useText } from '../../messages/text';
import { namesFor } from './site-software';
import {
  badgeSnippet,
  frameSnippet,
  htmlSnippet,
  reactSnippet,
  wordpressSnippet,
  type SnippetOptions,
} from '../../embed-code/snippet';
import { CodeBlock } from '../../panel/code-block';
import { Panel } from '../../panel/panel';
import { ShareButtons, SharePlaces } from '../../publish/publish';
import { Trouble } from '../../feedback/failure-alert';
import { PlainButton } from '../../theme/theme';
import { OutsideLink, Quiet } from '../../theme/owner-parts';
import styles from './embed.module.css';

interface ServerPictureProps {
  readonly src: string;
  readonly alt: string;
  readonly className?: string | undefined;
  /** CSS pixels of a square; undefined = the picture's own size. */
  readonly side?: number;
}

/** A picture that the server draws. If it does not load, the screen says so and tries again when the connection is back. */
function ServerPicture(props: ServerPictureProps) {
  const text = useText();
  const online = useOnline();
  const [failedFor, setFailedFor] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const { src, alt, className, side } = props;
  // A failure while offline is retried once online.
  const attempt = `${src} ${String(online)} ${round}`;
  if (failedFor !== attempt) {
    return (
      <img
        key={attempt}
        className={className}
        src={src}
        alt={alt}
        {...(side === undefined ? {} : { width: side, height: side })}
        onError={() => setFailedFor(attempt)}
      />
    );
  }
  if (!online) {
    return <Quiet role="status">{text('arriving.offlineTitle')}</Quiet>;
  }
  return <Trouble says={text('failure.api/unreachable')} onRetry={() => setRound(round + 1)} />;
}

const forms = ['html', 'react', 'frame', 'badge'] as const;

/** The kinds of code whose card the settings change; the others show the published look. */
export const formsWithSettings: readonly string[] = ['html', 'react', 'frame'];

/** What a form of the code is for, and which site software takes it. */
function useAbout() {
  const text = useText();
  return (form: (typeof forms)[number] | 'link' | 'qr' | 'wordpress'): string => {
    const names = namesFor(form).join(', ');
    const more = names.includes(',') ? ` ${text('embed.worksIn', { names })}` : '';
    return `${text(`embed.about.${form}`)}${more}`;
  };
}

export function FormTabs() {
  const text = useText();
  return (
    <Tabs.List mb="md" className={styles.tabs ?? ''}>
      {forms.map((form) => (
        <Tabs.Tab key={form} value={form} className={styles.tab ?? ''}>
          {text(`embed.form.${form}`)}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}

interface FormCodesProps {
  readonly profile: StoredProfile;
  readonly options: SnippetOptions;
}

/** The pictures are the host's: on the owner's own domain there is the page alone. */
const servedAt = ({ profile, options }: FormCodesProps) => `${options.host}/@${profile.handle}`;

export function FormCodes({ profile, options }: FormCodesProps) {
  const text = useText();
  const about = useAbout();
  const badge = `${servedAt({ profile, options })}/badge.svg`;
  const codes: Readonly<Record<(typeof forms)[number], ReactNode>> = {
    html: <CodeBlock code={htmlSnippet(profile, options)} label={text('embed.code')} />,
    react: <CodeBlock code={reactSnippet(profile, options)} label={text('embed.code')} />,
    frame: <CodeBlock code={frameSnippet(profile, options)} label={text('embed.code')} />,
    badge: (
      <Stack gap="sm">
        <ServerPicture className={styles.badge} src={badge} alt={text('embed.badgeAlt')} />
        <CodeBlock code={badgeSnippet(profile, options)} label={text('embed.code')} />
      </Stack>
    ),
  };
  return (
    <>
      {forms.map((form) => (
        <Tabs.Panel key={form} value={form}>
          <Quiet mb="sm">{about(form)}</Quiet>
          {codes[form]}
        </Tabs.Panel>
      ))}
    </>
  );
}

/** What owners share most, each one press away: the address of the page, its QR code, and the code for WordPress. */
export function FirstShares({ profile, options }: FormCodesProps) {
  const text = useText();
  const about = useAbout();
  return (
    <div className={styles.first}>
      <Panel id="address" heading={text('embed.address')} lead={about('link')}>
        <PageAddress
          served={servedAt({ profile, options })}
          page={pageAddress(profile, options.host)}
          name={`busker-${profile.handle}`}
          about={about('qr')}
        />
      </Panel>
      <Panel id="wordpress" heading={text('embed.form.wordpress')} lead={about('wordpress')}>
        <Stack gap="sm" align="flex-start">
          <CodeBlock
            code={wordpressSnippet(profile, options)}
            label={text('embed.form.wordpress')}
            isOneOfMany
          />
          <Download href={`${options.host}/busker.zip`} file="busker.zip" label={text('embed.plugin')} />
        </Stack>
      </Panel>
    </div>
  );
}

interface PageAddressProps {
  readonly served: string;
  readonly page: string;
  readonly name: string;
  readonly about: string;
}

function PageAddress({ served, page, name, about }: PageAddressProps) {
  const text = useText();
  const [isForTip, setForTip] = useState(false);
  const to = isForTip ? '&to=tip' : '';
  const address = isForTip ? `${served}/tip` : page;
  return (
    <div className={styles.qr}>
      <ServerPicture
        src={`${served}/qr.svg?size=256${to}`}
        side={160}
        alt={text('embed.qrAlt', { page: address })}
      />
      <Stack gap="xs">
        <OutsideLink href={address}>{address}</OutsideLink>
        {/* What was said about one address does not hold for the other. */}
        <ShareButtons key={address} url={address} />
        <SharePlaces url={address} />
        <Quiet>{about}</Quiet>
        <Group gap="xs">
          {(['png', 'svg'] as const).map((kind) => (
            <Download
              key={kind}
              href={`${served}/qr.${kind}?size=1024${to}`}
              file={`${name}.${kind}`}
              label={text(kind === 'png' ? 'embed.qrPng' : 'embed.qrSvg')}
            />
          ))}
        </Group>
        <Switch
          label={text('embed.qrTip')}
          checked={isForTip}
          onChange={(event) => setForTip(event.currentTarget.checked)}
        />
      </Stack>
    </div>
  );
}

/** A file from the server. Offline, the browser would only show a failed download. */
function Download(props: { readonly href: string; readonly file: string; readonly label: string }) {
  const { href, file, label } = props;
  const online = useOnline();
  if (!online) {
    return <PlainButton disabled>{label}</PlainButton>;
  }
  return (
    <Button component="a" variant="default" href={href} download={file}>
      {label}
    </Button>
  );
}
