import IconBrandDiscord from '@tabler/icons-react/dist/esm/icons/IconBrandDiscord.mjs';
import IconBrandMatrix from '@tabler/icons-react/dist/esm/icons/IconBrandMatrix.mjs';
import IconBrandSlack from '@tabler/icons-react/dist/esm/icons/IconBrandSlack.mjs';
import IconBrandTelegram from '@tabler/icons-react/dist/esm/icons/IconBrandTelegram.mjs';
import IconBroadcast from '@tabler/icons-react/dist/esm/icons/IconBroadcast.mjs';
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconWebhook from '@tabler/icons-react/dist/esm/icons/IconWebhook.mjs';
import type { NewChannel, Verification } from '../../../core/api/channel-api';
import type { ChannelKind } from '../../../core/outbox/channel';

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
export interface KindField {
  readonly name: 'address' | 'url' | 'botToken' | 'server' | 'room' | 'token';
  readonly label: 'address' | 'url' | 'botToken' | 'server' | 'room' | 'token' | 'tokenMaybe';
  readonly type: 'email' | 'url' | 'text';
  readonly placeholder?: string;
}

const url = (placeholder: string): KindField => ({ name: 'url', label: 'url', type: 'url', placeholder });

export const kindFields: Readonly<Record<FormKind, readonly KindField[]>> = {
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

export type Typed = Readonly<Partial<Record<KindField['name'], string>>>;

/** What a form begins with. */
export const firstTyped = (kind: FormKind): Typed => (kind === 'ntfy' ? { server: 'https://ntfy.sh' } : {});

/** `ownMail`: the sign-in address, whatever is typed. */
export function newChannelOf(kind: FormKind, typed: Typed, ownMail: boolean): NewChannel {
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
