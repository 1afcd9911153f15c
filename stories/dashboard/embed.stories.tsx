import type { Meta, StoryObj } from '@storybook/react-vite';
import { adaSignedIn, at } from './app-at';

const meta: Meta = { title: 'Dashboard/Embed', parameters: { layout: 'fullscreen' } };
export default meta;

export const Code: StoryObj = at('/embed', adaSignedIn);
export const NotPublishedYet: StoryObj = at('/embed', adaSignedIn, (world) => world.published.set(null));
export const Loading: StoryObj = at('/embed', adaSignedIn, (world) => world.hold('watchPublished'));
export const NothingHere: StoryObj = at('/no-such-page', adaSignedIn);
