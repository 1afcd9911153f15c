import type { ChangeChannelBody, QuietBody, channelAnswer } from '../../../core/api/channel-api';
import type * as v from 'valibot';
import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';
import { localeOf } from '../../../core/base/language-tags';
import { noChannels, switchedOff, switchedOn, type Channel } from '../../../core/outbox/channel';
import type { Deps } from '../../deps';
import { stored } from '../../store/stored';
import { mayDo } from './channel-limits';
import { moveTurns } from './move-turns';
import { changeChannel, findChannel, unlessLeaving } from './own-channels';
import { removeChannels } from './remove-channels';
import { shownChannel } from './shown-channel';

/** Changes what the body names, and nothing else. */
export async function changeSettings(
  deps: Pick<Deps, 'store' | 'limits' | 'config' | 'clock' | 'outboxQueue'>,
  uid: string,
  channelId: string,
  body: ChangeChannelBody,
): Promise<Result<v.InferOutput<typeof channelAnswer>>> {
  const own = await findChannel(deps, uid, channelId);
  if (!own.ok) return own;
  const may = await mayDo(deps, 'setting', uid);
  if (!may.ok) return may;
  const changed = await changeChannel(deps, uid, channelId, (channel) => changedBy(channel, body));
  if (changed.ok && body.mode !== undefined) await moveTurns(deps, uid);
  return changed.ok ? ok({ channel: shownChannel(channelId, changed.value.channel) }) : changed;
}

function changedBy(before: Channel, { on, ...body }: ChangeChannelBody): Result<Channel> {
  if (on === true && before.state === 'unverified') return fail(problem('channel-not-verified'));
  const channel: Channel = {
    ...before,
    label: body.label ?? before.label,
    events: body.events === undefined ? before.events : [...new Set(body.events)],
    minimum: body.minimum ?? before.minimum,
    mode: body.mode ?? before.mode,
    words: body.words ?? before.words,
  };
  if (on === undefined) return ok(channel);
  return ok(on ? switchedOn(channel) : switchedOff(channel));
}

export async function removeChannel(
  deps: Pick<Deps, 'store'>,
  uid: string,
  channelId: string,
): Promise<Result<object>> {
  const removed = await removeChannels(deps, uid, (each) => each === channelId);
  return removed === 0 ? fail(problem('channel-not-found')) : ok({});
}

/** Zone, language and quiet hours of all messages to the owner. */
export async function keepQuiet(
  deps: Pick<Deps, 'store' | 'limits' | 'config' | 'clock' | 'outboxQueue'>,
  uid: string,
  { zone, language, quiet }: QuietBody,
): Promise<Result<object>> {
  const may = await mayDo(deps, 'setting', uid);
  if (!may.ok) return may;
  const kept = await unlessLeaving(deps, uid, async (tx) => {
    const before = (await tx.read(stored.channels(uid))) ?? noChannels;
    // A malformed tag would make Intl throw at each message.
    tx.write(stored.channels(uid), { ...before, zone, language: localeOf(language), quiet });
    return ok({});
  });
  if (kept.ok) await moveTurns(deps, uid);
  return kept;
}
