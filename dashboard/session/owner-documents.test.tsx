import { cleanup, render, screen } from '@testing-library/react';
import { describe, afterEach, expect, it } from 'vitest';
import type { Watcher } from '../data/failure';
import { useLive } from './owner-documents';

describe('use live', () => {
  afterEach(cleanup);

  /** What listens now, by the key of the listener. */
  const listening = new Map<string, Watcher<string>>();

  function Shown({ name }: { readonly name: string }) {
    const live = useLive<string>(['of a test', name], (watcher) => {
      listening.set(name, watcher);
      watcher.next(`Value of ${name}`);
      return () => void listening.delete(name);
    });
    return <p>{live.kind === 'ready' ? live.value : live.kind}</p>;
  }

  it('has one listener for all who ask for the same, and ends it with the last of them', async () => {
    const both = (
      <>
        <Shown name="ada" />
        <Shown name="ada" />
      </>
    );
    const { rerender, unmount } = render(both);
    expect(await screen.findAllByText('Value of ada')).toHaveLength(2);
    rerender(<Shown name="ada" />);
    expect([...listening.keys()]).toEqual(['ada']);
    unmount();
    expect([...listening.keys()]).toEqual([]);
  });

  it('ends the listener of what is no longer asked for when another one begins', async () => {
    const { rerender } = render(<Shown name="ada" />);
    await screen.findByText('Value of ada');
    rerender(<Shown name="grace" />);
    await screen.findByText('Value of grace');
    expect([...listening.keys()]).toEqual(['grace']);
  });
});
