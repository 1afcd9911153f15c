import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ClipboardEvent, type FormEvent } from 'react';
import type { NewChannel, NewChannelAnswer, Verification } from '@busker/core/dashboard-api/channel-api';
import type { ChannelKind } from '@busker/core/outbox/channel';
import {
  IconBrandDiscord,
  IconBrandMatrix,
  IconBrandSlack,
  IconBrandTelegram,
} from '../../icons/brand-icons';
import { IconBroadcast, IconDeviceMobile, IconMail, IconWebhook } from '../../icons/screen-icons';
import type { Failure } from '../../data/failure';
import { useBackend, useOwner } from '../../session/session';
import { useFaultText, useText } from '../../messages/text';
import type { Run } from '../../sign-in-fields/use-reauthentication';
import { FailureAlert } from '../../feedback/failure-alert';
import { useAsk } from '../../form/ask-form';
import { takeFocus } from '../../ui/focus';
import { PlainButton, Small } from '../../theme/theme';

export const channelIcons = {
  mail: IconMail,
  push: IconDeviceMobile,
  webhook: IconWebhook,
  discord: IconBrandDiscord,
  slack: IconBrandSlack,
  telegram: IconBrandTelegram,
  matrix: IconBrandMatrix,
  ntfy: IconBroadcast,
} as const satisfies Readonly<Record<ChannelKind, unknown>>;

/** How a channel that waits for its confirmation is confirmed. A new channel's answer says it too. */
export const verificationOf: Readonly<Record<ChannelKind, Verification>> = {
  mail: 'code',
  push: 'seen',
  webhook: 'ping',
  discord: 'code',
  slack: 'code',
  telegram: 'send-code',
  matrix: 'code',
  ntfy: 'code',
};

/** A device is added by its own component, not by a form. */
export type FormKind = Exclude<ChannelKind, 'push'>;

/** `url`, `server`: typed as an address. `secret`: never offered again by the browser. */
interface KindField {
  readonly name: 'address' | 'url' | 'botToken' | 'server' | 'room' | 'token';
  readonly label: 'address' | 'url' | 'botToken' | 'server' | 'room' | 'token' | 'tokenMaybe';
  readonly type: 'email' | 'url' | 'text';
  readonly placeholder?: string;
}

const url = (placeholder: string): KindField => ({ name: 'url', label: 'url', type: 'url', placeholder });

const kindFields: Readonly<Record<FormKind, readonly KindField[]>> = {
  mail: [{ name: 'address', label: 'address', type: 'email' }],
  webhook: [url('https://example.com/busker')],
  discord: [url('https://discord.com/api/webhooks/…')],
  slack: [url('https://hooks.slack.com/services/…')],
  telegram: [{ name: 'botToken', label: 'botToken', type: 'text', placeholder: '123456789:AAF…' }],
  matrix: [
    { name: 'server', label: 'server', type: 'url', placeholder: 'https://matrix.org' },
    { name: 'room', label: 'room', type: 'text', placeholder: '!abc:matrix.org' },
    { name: 'token', label: 'token', type: 'text' },
  ],
  ntfy: [
    { name: 'server', label: 'server', type: 'url' },
    { name: 'token', label: 'tokenMaybe', type: 'text' },
  ],
};

/** Whole addresses of these kinds have nothing left to fill in: pasted, they are taken at once, and the form says so. */
const wholeAddress: Readonly<Partial<Record<FormKind, RegExp>>> = {
  discord: /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\/\d+\/\S+$/,
  slack: /^https:\/\/hooks\.slack\.com\/services\/\S+$/,
};

type Typed = Readonly<Partial<Record<KindField['name'], string>>>;

const firstTyped = (kind: FormKind): Typed => (kind === 'ntfy' ? { server: 'https://ntfy.sh' } : {});

/** `ownMail`: the sign-in address, whatever is typed. */
function newChannelOf(kind: FormKind, typed: Typed, ownMail: boolean): NewChannel {
  const { address = '', url: web = '', botToken = '', server = '', room = '', token = '' } = typed;
  switch (kind) {
    case 'mail':
      return { kind, address: ownMail ? null : address };
    case 'webhook':
    case 'discord':
    case 'slack':
      return { kind, url: web };
    case 'telegram':
      return { kind, botToken };
    case 'matrix':
      return { kind, server, room, token };
    case 'ntfy':
      return { kind, server, token: token.trim() === '' ? null : token };
  }
}

interface KindFormProps {
  readonly kind: FormKind;
  readonly run: Run;
  readonly onAdded: (answer: NewChannelAnswer) => void;
  readonly onCancel: () => void;
}

export function KindForm({ kind, run, onAdded, onCancel }: KindFormProps) {
  const text = useText();
  const { channels } = useBackend();
  const { email, emailVerified } = useOwner();
  const [typed, setTyped] = useState(firstTyped(kind));
  const canOwn = kind === 'mail' && email !== null && emailVerified;
  const [own, setOwn] = useState(canOwn);
  const { busy, failure, ask } = useAsk();
  const faultOf = useFieldFault(kind, failure);
  const fields = own ? [] : kindFields[kind];
  const atField = fields.some(({ name }) => faultOf(name) !== undefined);

  const send = async (given: Typed) => {
    if (busy) return;
    const answer = await ask(() => run(() => channels.add(newChannelOf(kind, given, own))));
    if (answer.ok) onAdded(answer.value);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(typed);
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text').trim();
    if (wholeAddress[kind]?.test(pasted) !== true) return;
    event.preventDefault();
    setTyped({ url: pasted });
    void send({ url: pasted });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text fw={600}>{text(`notify.kind.${kind}`)}</Text>
        {/* The sign-in service has confirmed the owner's own address: it needs no code. */}
        {!own && (
          <Small>
            {text(`notify.how.${kind}`)} {wholeAddress[kind] && text('notify.pasted')}
          </Small>
        )}
        {canOwn && (
          <Radio.Group
            aria-label={text('notify.field.address')}
            value={own ? 'own' : 'other'}
            onChange={(value) => setOwn(value === 'own')}
          >
            <Stack gap={8}>
              <Radio value="own" label={text('notify.mailOwn', { email })} />
              <Radio value="other" label={text('notify.mailOther')} />
            </Stack>
          </Radio.Group>
        )}
        {fields.map(({ name, label, type, placeholder = '' }, at) => (
          <TextInput
            key={name}
            {...(at === 0 ? { ref: takeFocus } : {})}
            label={text(`notify.field.${label}`)}
            type={type === 'email' ? 'email' : 'text'}
            inputMode={type}
            dir="ltr"
            placeholder={placeholder}
            autoComplete={type === 'email' ? 'email' : 'off'}
            autoCapitalize="none"
            spellCheck={false}
            value={typed[name] ?? ''}
            error={faultOf(name)}
            onPaste={paste}
            onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [name]: value }))}
          />
        ))}
        {failure && !atField && <FailureAlert failure={failure} />}
        <Group justify="space-between" gap="xs">
          <PlainButton onClick={onCancel}>{text('notify.cancel')}</PlainButton>
          <Button type="submit" loading={busy}>
            {text('notify.next')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The fault of a field. An address that is not allowed has its own sentence for each kind of channel. */
function useFieldFault(kind: FormKind, failure: Failure | null) {
  const text = useText();
  const faultText = useFaultText();
  return (name: KindField['name']): string | undefined => {
    const fault = failure?.fields?.[name];
    if (fault === undefined) return undefined;
    if (failure?.code !== 'api/address-not-allowed' || fault !== 'other') return faultText(fault);
    return kind === 'discord' || kind === 'slack'
      ? text('notify.wrongUrl', { kind: text(`notify.kind.${kind}`) })
      : kind === 'mail'
        ? text('failure.api/address-not-allowed')
        : text('notify.wrongServer');
  };
}
