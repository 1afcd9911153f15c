import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { fail, ok } from '@busker/core/base/result';
import '@busker/dashboard/theme/styles';
import { App } from '@busker/dashboard/app';
import { Texts } from '@busker/dashboard/messages/language-provider';
import { inMemoryBackend } from '@busker/dashboard/testing/in-memory-backend';
import { FakeBackend } from '@busker/dashboard/testing/fake-backend';
import { memoryNotes } from '@busker/dashboard/device/device-note';
import { deviceUser, type PushFailure, type PushPossibility } from '@busker/dashboard/device/this-browser';
import { InMemoryPushDevice } from '@busker/dashboard/testing/in-memory-channels';
import { ThisDevice } from '@busker/dashboard/features/notifications/this-device';
import { Panel } from '@busker/dashboard/panel/panel';

const meta: Meta = { title: 'Dashboard/This device' };
export default meta;

const added = { channelId: 'c1', verification: 'seen', secret: null, code: null, topicUrl: null } as const;
const user = await deviceUser('ada');

interface Look {
  readonly possible?: PushPossibility;
  readonly failure?: PushFailure;
  readonly waits?: boolean;
  readonly state?: 'on' | 'unverified';
}

function look({ possible = 'ready', failure, waits = false, state }: Look, press?: string): StoryObj {
  const device = new InMemoryPushDevice(state === undefined ? possible : 'subscribed');
  if (failure !== undefined) device.answer = () => Promise.resolve(fail(failure));
  if (waits) device.answer = () => new Promise(() => undefined);
  const notes = memoryNotes(state === undefined ? {} : { user, channel: { user, channelId: 'c1' } });
  const api = {
    add: () => Promise.resolve(ok(added)),
    verify: () => Promise.resolve(ok(undefined)),
    remove: () => Promise.resolve(ok(undefined)),
  };
  const channels = state === undefined ? [] : [{ channelId: 'c1', state }];
  return {
    render: () => (
      <App backend={inMemoryBackend(new FakeBackend())}>
        <Texts part="all">
          <Panel heading="Notifications on this device">
            <ThisDevice uid="ada" vapidKey="key" {...{ api, channels, device, notes }} />
          </Panel>
        </Texts>
      </App>
    ),
    play: async ({ canvasElement }) => {
      if (press === undefined) return;
      const canvas = within(canvasElement);
      await userEvent.click(await canvas.findByRole('button', { name: 'Turn on notifications' }));
      await expect(await canvas.findByText(new RegExp(press))).toBeVisible();
    },
  };
}

export const Ready: StoryObj = look({});
export const Subscribing: StoryObj = look({ waits: true }, 'Get a notification');
export const DidYouSeeIt: StoryObj = look({ state: 'unverified' });
export const On: StoryObj = look({ state: 'on' });
export const Unsupported: StoryObj = look({ possible: 'unsupported' });
export const NeedsTheHomeScreen: StoryObj = look({ possible: 'ios-needs-home-screen' });
export const Blocked: StoryObj = look({ possible: 'blocked' });
export const NeverAnswered: StoryObj = look({ failure: 'timed-out' }, 'did not answer');
export const Dismissed: StoryObj = look({ failure: 'dismissed' }, 'Allow notifications');
export const Refused: StoryObj = look({ failure: 'refused' }, 'refused');
