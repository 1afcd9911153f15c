import { randomInt } from 'node:crypto';
import type { ChannelSecret } from '../../../core/outbox/channel';
import { fingerprint, isFingerprint, type Secrets } from '../../http/signed-token';

/** A code works for ten minutes and five tries. */
export const codeLimits = { milliseconds: 10 * 60_000, tries: 5 } as const;

type OpenCode = NonNullable<ChannelSecret['code']>;

const purpose = 'channel code';
const textOf = (channelId: string, code: string): string => `${channelId} ${code}`;

/** Six digits that cannot be guessed. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** What is stored of a code: enough to recognise it, too little to read it. */
export const openCode = (secrets: Secrets, channelId: string, code: string, now: number): OpenCode => ({
  digest: fingerprint(secrets, purpose, textOf(channelId, code)),
  expiresAt: now + codeLimits.milliseconds,
  tries: 0,
});

/** Whether a code can still be typed. */
export const isOpen = (open: OpenCode | null, now: number): open is OpenCode =>
  open !== null && now < open.expiresAt && open.tries < codeLimits.tries;

/** Whether this is the code that was sent. */
export const isCode = (secrets: Secrets, channelId: string, open: OpenCode, given: string): boolean =>
  isFingerprint(secrets, purpose, textOf(channelId, given), open.digest);
